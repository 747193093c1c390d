import Alert from '@mui/material/Alert';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { t } from '../../texts/index.ts';
import { ConditionFields } from './condition-fields.tsx';
import { afterKinds, noTerm, type RuleDraft } from './rule-draft.ts';

interface AfterFieldsProps {
  draft: RuleDraft;
  onChange: (part: Partial<RuleDraft>) => void;
}

/** The conditions on the record as a write leaves it. */
export function AfterFields({ draft: { after, afterTerms, kept }, onChange }: AfterFieldsProps) {
  return (
    <>
      <ChoiceField
        label={t('accessRules.after')}
        help={t('accessRules.afterHelp')}
        value={after}
        options={afterKinds.map((value) => ({ value, text: t(`accessRules.after.${value}`) }))}
        onChange={(value) => {
          const chosen = afterKinds.find((known) => known === value) ?? after;
          onChange({ after: chosen, ...(chosen === 'these' && afterTerms.length === 0 && { afterTerms: [noTerm] }) });
        }}
      />
      {after === 'these' &&
        (kept.after ? (
          <Alert severity="info">{t('accessRules.alternatives')}</Alert>
        ) : (
          <ConditionFields
            label={t('accessRules.afterCondition')}
            terms={afterTerms}
            onChange={(terms) => onChange({ afterTerms: terms })}
          />
        ))}
    </>
  );
}
