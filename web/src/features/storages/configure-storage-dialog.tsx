import { type Storage, StorageFields as StorageSchema } from '@bedplate/contract';
import Button from '@mui/material/Button';
import { pickBy } from 'es-toolkit';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Failed } from '../../components/failed.tsx';
import { RecordFormDialog } from '../../components/form/record-form-dialog.tsx';
import { type ApiError, isConflict, messageOf } from '../../lib/api/api-error.ts';
import { useContractForm } from '../../lib/form.ts';
import { t } from '../../texts/index.ts';
import { AccessFields } from './access-fields.tsx';
import { DeleteStorageDialog } from './delete-storage-dialog.tsx';
import { HistoryField } from './history-field.tsx';
import { SignInFields } from './sign-in-fields.tsx';
import { spellings, StorageFields } from './storage-fields.tsx';
import { TrashDaysField } from './trash-days-field.tsx';
import { useStorageSettings, useUpdateStorage } from './storage-queries.ts';

const InvitationsDialog = lazy(async () => ({ default: (await import('./invitations-dialog.tsx')).InvitationsDialog }));

/**
 * 'Configure Data Storage': changes a storage, or deletes it after a confirmation. The form begins with the row of the list and takes
 * over what has changed since.
 */
export function ConfigureStorageDialog({ storage, onClose }: { storage: Storage; onClose: () => void }) {
  const settings = useStorageSettings(storage);
  const form = useContractForm(StorageSchema, valuesOf(storage));
  const update = useUpdateStorage(storage.projectId, storage.id);
  const [deleting, setDeleting] = useState(false);
  const [inviting, setInviting] = useState(false);
  useEffect(() => {
    if (settings.data) form.reset(valuesOf(settings.data), { keepDirtyValues: true });
  }, [form, settings.data]);
  const { isSubmitting, dirtyFields } = form.formState;
  const trashed = settings.data?.trashed ?? 0;
  const usable = !settings.isError;
  return (
    <>
      <RecordFormDialog
        form={form}
        title={t('storage.configure')}
        submit={t('storage.update')}
        disabled={!usable}
        save={async (values) => {
          await update
            .mutateAsync({
              // The other fields stay as somebody else may have saved them meanwhile.
              ...pickBy(values, (_, name) => Boolean(dirtyFields[name])),
              ...(trashed > 0 && dirtyFields.is_softDelete && !values.is_softDelete ? { keepTrash: true } : {}), // the notice said so
            })
            .catch(async (refusal: unknown) => {
              if (isOfTrash(refusal)) await settings.refetch(); // brings the notice
              throw refusal;
            });
          return t('message.storageUpdated');
        }}
        failed={(refusal) =>
          isOfTrash(refusal)
            ? t('storage.trashMeanwhile')
            : messageOf(refusal, t('message.storageUpdateFailed'), t('message.storageUpdateFailed'))
        }
        spellings={aboveForm}
        onClose={onClose}
        actions={
          <Button color="error" variant="outlined" onClick={() => setDeleting(true)} disabled={isSubmitting || !usable} sx={{ mr: 'auto' }}>
            {t('delete')}
          </Button>
        }
      >
        {settings.isError ? (
          <Failed message={t('storage.settingsFailed')} error={settings.error} onRetry={() => void settings.refetch()} />
        ) : (
          <>
            <StorageFields form={form} trashed={trashed} />
            <TrashDaysField form={form} />
            <HistoryField form={form} />
            <AccessFields form={form} storage={settings.data ?? storage} />
            {storage.storageKey === 'users' && <SignInFields form={form} storage={storage} onInvitations={() => setInviting(true)} />}
          </>
        )}
      </RecordFormDialog>
      {inviting && (
        <Suspense fallback={null}>
          <InvitationsDialog storage={storage} onClose={() => setInviting(false)} />
        </Suspense>
      )}
      {deleting && <DeleteStorageDialog storage={storage} onKeep={() => setDeleting(false)} onDeleted={onClose} />}
    </>
  );
}

/** The switch has no place for a complaint. */
const aboveForm = { ...spellings, isSoftDelete: 'aboveForm', is_softDelete: 'aboveForm' };

/** A record has come into the trash since the form counted it. */
function isOfTrash(refusal: unknown): boolean {
  return isConflict(refusal) && (refusal as ApiError).details.some(({ field }) => field === 'is_softDelete'); // of isConflict
}

function valuesOf({ storageName, storageKey, is_softDelete, endUserAccess, passwordRules, signIn, history, trashDays }: Storage) {
  return { storageName, storageKey, is_softDelete, endUserAccess, passwordRules, signIn, history, trashDays };
}
