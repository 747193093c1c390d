import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { CancelButton } from '../../components/form/cancel-button.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { today } from '../../lib/time/days.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { t } from '../../texts/index.ts';
import '../../texts/named-keys.ts';
import { KeyRow } from '../../components/key-row.tsx';
import { NamedKeyFields } from './named-key-fields.tsx';
import { useAddNamedKey } from './named-key-queries.ts';
import { emptyKey, keyInputOf, keyProblems, type NamedKeyValues } from './named-key-values.ts';

interface NamedKeyDialogProps {
  /** The project whose key it is; without one the form asks for it. */
  projectId: string | undefined;
  onClose: () => void;
}

/** Asks what a new key may do, and shows it once it is made: the only time that anybody sees it. */
export function NamedKeyDialog({ projectId, onClose }: NamedKeyDialogProps) {
  const [begin] = useState<NamedKeyValues>({ ...emptyKey, projectId: projectId ?? '' });
  const [values, setValues] = useState(begin);
  const [tried, setTried] = useState(false);
  const [first] = useState(today);
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
      title={t('namedKeys.new')}
      onClose={onClose}
      isDirty={!apiKey && values !== begin}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      error={add.error && messageOf(add.error)}
      refused={add.error}
      actions={
        apiKey ? (
          <SubmitButton busy={false}>{t('close')}</SubmitButton>
        ) : (
          <>
            <CancelButton />
            <SubmitButton busy={add.isPending}>{t('namedKeys.add')}</SubmitButton>
          </>
        )
      }
    >
      {apiKey ? (
        <>
          <Alert severity="success">{t('message.keyAdded')}</Alert>
          <KeyRow name={values.name.trim()} value={apiKey} />
        </>
      ) : (
        <NamedKeyFields values={values} problems={problems} first={first} isOfProject={projectId !== undefined} onChange={change} />
      )}
    </FormDialog>
  );
}
