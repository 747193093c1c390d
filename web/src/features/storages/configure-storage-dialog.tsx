import { messages, type Storage } from '@bedplate/contract';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { DeleteStorageDialog } from './delete-storage-dialog.tsx';
import { StorageFields } from './storage-fields.tsx';
import { useUpdateStorage } from './storage-queries.ts';
import { useStorageForm } from './use-storage-form.ts';

/** 'Configure Data Storage': change a storage, or delete it after a confirmation. */
export function ConfigureStorageDialog({ storage, onClose }: { storage: Storage; onClose: () => void }) {
  const { storageName, storageKey, is_softDelete } = storage;
  const { form, showProblems } = useStorageForm({ storageName, storageKey, is_softDelete });
  const update = useUpdateStorage(storage.projectId, storage.id);
  const toast = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await update.mutateAsync(values);
      toast.success(messages.storageUpdated);
      onClose();
    } catch (error) {
      if (!showProblems(error)) setFailure(messageOf(error, messages.storageUpdateFailed, messages.storageUpdateFailed));
    }
  });
  const busy = form.formState.isSubmitting;
  return (
    <>
      <FormDialog
        open
        title={t('storage.configure')}
        error={failure}
        onClose={onClose}
        onSubmit={submit}
        actions={
          <>
            <Button color="error" variant="outlined" onClick={() => setDeleting(true)} disabled={busy} sx={{ mr: 'auto' }}>
              {t('delete')}
            </Button>
            <Button variant="outlined" color="inherit" onClick={onClose}>
              {t('cancel')}
            </Button>
            <SubmitButton busy={busy}>{t('storage.update')}</SubmitButton>
          </>
        }
      >
        <StorageFields form={form} />
      </FormDialog>
      {deleting && <DeleteStorageDialog storage={storage} onKeep={() => setDeleting(false)} onDeleted={onClose} />}
    </>
  );
}
