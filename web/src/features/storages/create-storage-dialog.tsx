import { messages } from '@bedplate/contract';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { StorageFields } from './storage-fields.tsx';
import { useCreateStorage } from './storage-queries.ts';
import { useStorageForm } from './use-storage-form.ts';

interface CreateStorageDialogProps {
  projectId: string;
  onCreated: () => void;
  onClose: () => void;
}

export function CreateStorageDialog({ projectId, onCreated, onClose }: CreateStorageDialogProps) {
  const { form, showProblems } = useStorageForm({ storageName: '', storageKey: '', is_softDelete: false });
  const create = useCreateStorage(projectId);
  const toast = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await create.mutateAsync(values);
      toast.success(messages.storageCreated);
      onCreated();
      onClose();
    } catch (error) {
      if (!showProblems(error)) setFailure(messageOf(error, messages.storageCreateFailed, messages.storageCreateFailed));
    }
  });
  return (
    <FormDialog
      open
      title={t('storage.create')}
      error={failure}
      isDirty={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            {t('cancel')}
          </Button>
          <SubmitButton busy={form.formState.isSubmitting}>{t('storage.create')}</SubmitButton>
        </>
      }
    >
      <StorageFields form={form} />
    </FormDialog>
  );
}
