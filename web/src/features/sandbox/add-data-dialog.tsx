import { lostNumber, repeatedMembers, type Storage } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../components/form/field.tsx';
import { CancelButton } from '../../components/form/cancel-button.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { api } from '../../lib/api/client.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import '../../texts/calls.ts';
import type { SandboxAnswer } from './send-request.ts';

interface AddDataDialogProps {
  projectId: string;
  url: string;
  /** Null before the first one. */
  answer: SandboxAnswer | null;
  onClose: () => void;
}

/** Stores the last answer. Closes on Submit; a toast shows the server's message. */
export function AddDataDialog({ projectId, url, answer, onClose }: AddDataDialogProps) {
  const base = `/project/${encodeURIComponent(projectId)}/dataStorages`;
  const toast = useToast();
  const [chosen, setChosen] = useState('');
  const [missing, setMissing] = useState(false);
  const storages = useQuery({
    queryKey: ['storages', projectId, 'sandbox'],
    queryFn: ({ signal }) => api.get<{ data: Storage[] }>(`${base}/sandbox`, { signal }),
    select: (answer) => answer.data,
  });
  const problem = problemOf(answer);
  const submit = () => {
    setMissing(chosen === '');
    if (chosen === '' || problem !== null || !answer) return;
    onClose();
    api.post(`${base}/postmanSaveData`, { dataStorageId: chosen, responseData: answer.body }).then(
      () => toast.success(t('message.responseSaved')),
      (error: unknown) => toast.error(messageOf(error, t('message.responseSaveFailed'), t('message.responseSaveFailed')), error),
    );
  };
  return (
    <FormDialog
      title={t('sandbox.addDataTitle')}
      onClose={onClose}
      isDirty={chosen !== ''}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      actions={
        <>
          <CancelButton />
          <SubmitButton busy={false} disabled={problem !== null}>
            {t('submit')}
          </SubmitButton>
        </>
      }
    >
      {problem && <Alert severity="warning">{problem}</Alert>}
      <Field label={t('endpoint.endpoint')} value={url} readOnly />
      <ChoiceField
        label={t('endpoint.storage')}
        required
        none={t('select')}
        value={chosen}
        options={(storages.data ?? []).map(({ id, storageName }) => ({ value: id, text: storageName }))}
        onChange={(next) => {
          setMissing(false);
          setChosen(next);
        }}
        error={missing ? t('endpoint.chooseStorage') : undefined}
      />
    </FormDialog>
  );
}

/** @returns why an answer cannot be stored as it is; null when it can */
function problemOf(answer: SandboxAnswer | null): string | null {
  if (!answer) return t('sandbox.sendFirst');
  const records = Array.isArray(answer.body) ? answer.body : [answer.body];
  if (records.length === 0 || !records.every((each) => typeof each === 'object' && each !== null && !Array.isArray(each))) {
    return t('sandbox.noRecords');
  }
  if (repeatedMembers(answer.text).size > 0) return t('sandbox.repeatedName');
  const lost = lostNumber(answer.text);
  return lost === undefined ? null : t('sandbox.longNumber', { number: lost });
}
