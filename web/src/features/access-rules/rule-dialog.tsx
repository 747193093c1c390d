import { type Grant, grantVerbs } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CancelButton } from '../../components/form/cancel-button.tsx';
import { CheckList } from '../../components/form/check-list.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { t } from '../../texts/index.ts';
import { AfterFields } from './after-fields.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { draftOf, type RuleDraft, ruleOf } from './rule-draft.ts';
import { ruleTemplates } from './rule-templates.ts';
import { ruleWords } from './rule-words.ts';
import { ServerFields } from './server-fields.tsx';
import { WhoFields } from './who-fields.tsx';

interface RuleDialogProps {
  /** Null for a new one. */
  rule: Grant | null;
  title: string;
  keys: readonly { id: string; name: string }[];
  onUse: (rule: Grant) => void;
  onClose: () => void;
}

type Template = keyof typeof ruleTemplates;
const templates = Object.keys(ruleTemplates) as Template[];
const names = ['hidden', 'readOnly', 'writeOnce'] as const;

/** A rule in parts, and below them as the sentence that it is. */
export function RuleDialog({ rule, title, keys, onUse, onClose }: RuleDialogProps) {
  const [template, setTemplate] = useState<Template>('blank');
  const [begun, setBegun] = useState(() => draftOf(rule ?? ruleTemplates.blank));
  const [draft, setDraft] = useState(begun);
  const change = (part: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...part }));
  const take = (chosen: Template) => {
    const next = draftOf(ruleTemplates[chosen]);
    setTemplate(chosen);
    setBegun(next);
    setDraft(next);
  };
  const read = ruleOf(draft);
  // A rule that lets nobody write needs neither, and shows those that it has.
  const writes = draft.verbs.some((verb) => verb === 'create' || verb === 'update') || draft.after !== 'same' || draft.server.length > 0;
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      isDirty={JSON.stringify(draft) !== JSON.stringify(begun)}
      onSubmit={(event) => {
        event.preventDefault();
        if (read) onUse(read);
      }}
      actions={
        <>
          <CancelButton disabled={false} />
          <SubmitButton busy={false} disabled={read === null}>
            {t('accessRules.use')}
          </SubmitButton>
        </>
      }
    >
      {rule === null && (
        <ChoiceField
          label={t('accessRules.template')}
          value={template}
          options={templates.map((value) => ({ value, text: t(`accessRules.template.${value}`) }))}
          onChange={(value) => take(templates.find((known) => known === value) ?? 'blank')}
        />
      )}
      <WhoFields draft={draft} keys={keys} onChange={change} />
      <CheckList
        label={t('accessRules.may')}
        options={grantVerbs.map((value) => ({ value, text: t(`grant.${value}`) }))}
        chosen={draft.verbs}
        onChange={(verbs) => change({ verbs })}
        required
      />
      {draft.kept.if ? (
        <Alert severity="info">{t('accessRules.alternatives')}</Alert>
      ) : (
        <ConditionFields label={t('accessRules.condition')} terms={draft.terms} onChange={(terms) => change({ terms })} />
      )}
      {writes && <AfterFields draft={draft} onChange={change} />}
      {names.map((name) => (
        <Field
          key={name}
          label={t(`accessRules.${name}`)}
          help={t('accessRules.names')}
          value={draft[name]}
          onChange={(event) => change({ [name]: event.target.value })}
          inputProps={asTyped}
        />
      ))}
      {writes && <ServerFields fields={draft.server} onChange={(server) => change({ server })} />}
      <Alert severity={read ? 'success' : 'info'} icon={false}>
        <Typography variant="body2" color="textSecondary">
          {t('accessRules.reads')}
        </Typography>
        <output>{read ? ruleWords(read, (id) => keys.find((key) => key.id === id)?.name) : t('accessRules.unfinished')}</output>
      </Alert>
    </FormDialog>
  );
}

const asTyped = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };
