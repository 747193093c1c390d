import { keyVerbs, limits, messages } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { startOfDay } from 'date-fns';
import { useState } from 'react';
import { CheckList } from '../../components/check-list.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { DateField } from '../../components/date-field.tsx';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { SwitchField } from '../../components/switch-field.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { said, t } from '../../texts/index.ts';
import { KeyRow } from '../account/key-row.tsx';
import { useOwnStorages } from '../endpoints/endpoint-queries.ts';
import { useAllProjects } from '../projects/project-queries.ts';
import { useAddNamedKey } from './named-key-queries.ts';
import { emptyKey, keyInputOf, keyProblems, type NamedKeyValues } from './named-key-values.ts';

/** Asks what a new key may do, and shows it once it is made: the only time that anybody sees it. */
export function NamedKeyDialog({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState(emptyKey);
  const [tried, setTried] = useState(false);
  const [today] = useState(() => startOfDay(new Date()));
  const add = useAddNamedKey();
  const problems = tried ? keyProblems(values) : {};
  const change = (part: Partial<NamedKeyValues>) => setValues({ ...values, ...part });
  const apiKey = add.data?.data.apiKey;
  const submit = () => {
    if (apiKey) return onClose();
    setTried(true);
    if (Object.keys(keyProblems(values)).length === 0) add.mutate(keyInputOf(values));
  };
  return (
    <FormDialog
      open
      title={t('namedKeys.new')}
      onClose={onClose}
      isDirty={!apiKey && values !== emptyKey}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      error={add.error && messageOf(add.error)}
      actions={
        apiKey ? (
          <SubmitButton busy={false}>{t('close')}</SubmitButton>
        ) : (
          <>
            <Button variant="outlined" color="inherit" onClick={onClose}>
              {t('cancel')}
            </Button>
            <SubmitButton busy={add.isPending}>{t('namedKeys.add')}</SubmitButton>
          </>
        )
      }
    >
      {apiKey ? (
        <>
          <Alert severity="success">{said(messages.keyAdded)}</Alert>
          <KeyRow name={values.name.trim()} value={apiKey} />
        </>
      ) : (
        <>
          <Field
            label={t('namedKeys.name')}
            required
            value={values.name}
            onChange={(event) => change({ name: event.target.value })}
            help={t('namedKeys.nameHelp')}
            error={problems.name}
            inputProps={{ maxLength: limits.nameLength }}
          />
          <ScopeFields values={values} problems={problems} onChange={change} />
          <Field
            label={t('namedKeys.origins')}
            multiline
            minRows={2}
            value={values.origins}
            onChange={(event) => change({ origins: event.target.value })}
            placeholder="https://shop.example.com"
            help={t('namedKeys.originsHelp')}
            error={problems.origins}
            inputProps={{ maxLength: 310 * limits.originsPerKey }}
          />
          <DateField label={t('namedKeys.lastDay')} value={values.lastDay} min={today} onChange={(lastDay) => change({ lastDay })} />
        </>
      )}
    </FormDialog>
  );
}

interface ScopeFieldsProps {
  values: NamedKeyValues;
  problems: ReturnType<typeof keyProblems>;
  onChange: (part: Partial<NamedKeyValues>) => void;
}

/** Where the key may work, and what it may do there. */
function ScopeFields({ values, problems, onChange }: ScopeFieldsProps) {
  const projects = useAllProjects(true).data ?? [];
  const storages = (useOwnStorages().data ?? []).filter(({ projectId }) => projectId === values.projectId);
  return (
    <>
      <ChoiceField
        label={t('namedKeys.project')}
        required
        none={t('namedKeys.chooseProject')}
        value={values.projectId}
        options={projects.map(({ id, name }) => ({ value: id, text: name }))}
        onChange={(projectId) => onChange({ projectId, hasAllStorages: true, storages: [] })}
        error={problems.projectId}
      />
      <SwitchField
        label={t('namedKeys.allStorages')}
        checked={values.hasAllStorages}
        onChange={(hasAllStorages) => onChange({ hasAllStorages })}
      />
      {!values.hasAllStorages && (
        <CheckList
          label={t('namedKeys.storages')}
          options={storages.map(({ id, storageName }) => ({ value: id, text: storageName }))}
          chosen={values.storages}
          onChange={(chosen) => onChange({ storages: chosen })}
          error={problems.storages}
        />
      )}
      <CheckList
        label={t('namedKeys.verbs')}
        options={keyVerbs.map((value) => ({ value, text: t(`namedKeys.verb.${value}`) }))}
        chosen={values.verbs}
        onChange={(verbs) => onChange({ verbs })}
        error={problems.verbs}
      />
    </>
  );
}
