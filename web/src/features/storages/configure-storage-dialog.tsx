import { messages, type Storage } from '@bedplate/contract';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Failed } from '../../components/failed.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { AccessFields } from './access-fields.tsx';
import { DeleteStorageDialog } from './delete-storage-dialog.tsx';
import { StorageFields } from './storage-fields.tsx';
import { type StorageValues, useStorageSettings, useUpdateStorage } from './storage-queries.ts';
import { useStorageForm } from './use-storage-form.ts';

/** 'Configure Data Storage': change a storage, or delete it after a confirmation. Begins with the list's row; what changed since then follows. */
export function ConfigureStorageDialog({ storage, onClose }: { storage: Storage; onClose: () => void }) {
  const settings = useStorageSettings(storage);
  const { form, showProblems } = useStorageForm(valuesOf(storage));
  const update = useUpdateStorage(storage.projectId, storage.id);
  const toast = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  useEffect(() => {
    if (settings.data) form.reset(valuesOf(settings.data), { keepDirtyValues: true });
  }, [form, settings.data]);
  const { isSubmitting: busy, isDirty, dirtyFields } = form.formState;
  const submit = form.handleSubmit(async ({ endUserAccess, ...values }) => {
    setFailure(null);
    try {
      await update.mutateAsync({ ...values, ...(dirtyFields.endUserAccess ? { endUserAccess } : {}) });
      toast.success(messages.storageUpdated);
      onClose();
    } catch (error) {
      if (!showProblems(error)) setFailure(messageOf(error, messages.storageUpdateFailed, messages.storageUpdateFailed));
    }
  });
  const usable = !settings.isError;
  return (
    <>
      <FormDialog
        open
        title={t('storage.configure')}
        error={failure}
        isDirty={isDirty}
        onClose={onClose}
        onSubmit={submit}
        actions={
          <>
            <Button color="error" variant="outlined" onClick={() => setDeleting(true)} disabled={busy || !usable} sx={{ mr: 'auto' }}>
              {t('delete')}
            </Button>
            <Button variant="outlined" color="inherit" onClick={onClose}>
              {t('cancel')}
            </Button>
            <SubmitButton busy={busy} disabled={!usable}>
              {t('storage.update')}
            </SubmitButton>
          </>
        }
      >
        {settings.isError ? (
          <Failed message={t('storage.settingsFailed')} error={settings.error} onRetry={() => void settings.refetch()} />
        ) : (
          <>
            <StorageFields form={form} />
            <AccessFields form={form} />
          </>
        )}
      </FormDialog>
      {deleting && <DeleteStorageDialog storage={storage} onKeep={() => setDeleting(false)} onDeleted={onClose} />}
    </>
  );
}

function valuesOf({ storageName, storageKey, is_softDelete, endUserAccess }: Storage): StorageValues {
  return { storageName, storageKey, is_softDelete, endUserAccess };
}
