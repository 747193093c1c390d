import { type GrantOperator, grantOperators } from '@bedplate/contract';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { t } from '../../texts/index.ts';
import { asTyped, RowFields } from './row-fields.tsx';
import { noTerm, type TermDraft } from './rule-draft.ts';

const words = {
  '=': 'equal',
  '!=': 'unequal',
  '<': 'less',
  '<=': 'atMost',
  '>': 'more',
  '>=': 'atLeast',
  '~': 'contains',
} as const satisfies Record<GrantOperator, string>;

interface ConditionFieldsProps {
  label: string;
  /** In place of what values a rule may ask of its caller. */
  help?: string;
  terms: readonly TermDraft[];
  onChange: (terms: TermDraft[]) => void;
}

/** Conditions of a rule, which must all hold. */
export function ConditionFields({ label, help = t('accessRules.conditionsHelp'), terms, onChange }: ConditionFieldsProps) {
  return (
    <RowFields
      label={label}
      help={terms.length > 0 ? help : undefined}
      rows={terms}
      columns={3}
      blank={noTerm}
      addText={t('accessRules.addCondition')}
      removeText={(number) => t('accessRules.removeCondition', { number })}
      onChange={onChange}
    >
      {({ field, op, value }, change) => (
        <>
          <Field
            label={t('accessRules.field')}
            required
            value={field}
            onChange={(event) => change({ field: event.target.value })}
            inputProps={asTyped}
          />
          <ChoiceField
            label={t('accessRules.operator')}
            value={op}
            options={grantOperators.map((one) => ({ value: one, text: t(`accessRules.is.${words[one]}`) }))}
            onChange={(one) => change({ op: grantOperators.find((known) => known === one) ?? op })}
          />
          <Field
            label={t('accessRules.value')}
            value={value}
            onChange={(event) => change({ value: event.target.value })}
            inputProps={asTyped}
          />
        </>
      )}
    </RowFields>
  );
}
