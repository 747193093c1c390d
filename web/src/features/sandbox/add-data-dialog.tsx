import { type Storage } from '@bedplate/contract';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../components/form/field.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { api } from '../../lib/api/client.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';

interface AddDataDialogProps {
  projectId: string;
  url: string;
  /** The body of the last answer. */
  responseData: unknown;
  onClose: () => void;
}

/** Stores the last answer. Closes on Submit; a toast shows the server's message. */
export function AddDataDialog({ projectId, url, responseData, onClose }: AddDataDialogProps) {
  const base = `/project/${encodeURIComponent(projectId)}/dataStorages`;
  const toast = useToast();
  const [chosen, setChosen] = useState('');
  const [missing, setMissing] = useState(false);
  const storages = useQuery({
    queryKey: ['storages', projectId, 'sandbox'],
    queryFn: ({ signal }) => api.get<{ data: Storage[] }>(`${base}/sandbox`, { signal }),
    select: (answer) => answer.data,
  });
  const submit = () => {
    setMissing(chosen === '');
    if (chosen === '') return;
    onClose();
    api.post(`${base}/postmanSaveData`, { dataStorageId: chosen, responseData }).then(
      () => toast.success(t('message.responseSaved')),
      (error: unknown) => toast.error(messageOf(error, t('message.responseSaveFailed'), t('message.responseSaveFailed'))),
    );
  };
  return (
    <FormDialog
      title={t('sandbox.addDataTitle')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      actions={
        <>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            {t('cancel')}
          </Button>
          <SubmitButton busy={false}>{t('submit')}</SubmitButton>
        </>
      }
    >
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
