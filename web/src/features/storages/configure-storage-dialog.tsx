import { seenLists, type Storage, type StorageChange, StorageFields as StorageSchema, withMergedLists } from '@bedplate/contract';
import Button from '@mui/material/Button';
import { isEqual } from 'es-toolkit';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Failed } from '../../components/failed.tsx';
import { RecordFormDialog } from '../../components/form/record-form-dialog.tsx';
import { type ApiError, isConflict, messageOf } from '../../lib/api/api-error.ts';
import { useContractForm } from '../../lib/form.ts';
import { t } from '../../texts/index.ts';
import '../../texts/storage-form.ts';
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
  const [deleting, setDeleting] = useState(false);
  const settings = useStorageSettings(storage, !deleting); // a deleted storage has none to read
  const form = useContractForm(StorageSchema, valuesOf(storage));
  const update = useUpdateStorage(storage.projectId, storage.id);
  const [inviting, setInviting] = useState(false);
  const standing = useRef(valuesOf(storage));
  useEffect(() => {
    const theirs = settings.data && valuesOf(settings.data);
    if (!theirs || isSame(theirs, standing.current)) return;
    const seen = standing.current;
    const own = changedParts(seen, form.getValues());
    standing.current = theirs;
    form.reset(theirs);
    form.reset(withParts(theirs, own, seen), { keepDefaultValues: true });
  }, [form, settings.data]);
  const { isSubmitting } = form.formState;
  const trashed = settings.data?.trashed ?? 0;
  const usable = !settings.isLoadingError; // a form that was there stays while a later read fails
  return (
    <>
      <RecordFormDialog
        form={form}
        title={t('storage.configure')}
        submit={t('storage.update')}
        disabled={!usable}
        save={async (values) => {
          // The other parts stay as somebody else may have saved them meanwhile.
          const change = changedParts(standing.current, values);
          await update
            .mutateAsync({
              ...change,
              ...seenParts(standing.current, change),
              ...(trashed > 0 && change.is_softDelete === false ? { keepTrash: true } : {}), // the notice said so
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
        {settings.isLoadingError ? (
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

/** Settings of several parts, of which each is saved by itself. */
const parted: ReadonlySet<string> = new Set(['endUserAccess', 'passwordRules', 'signIn']);

function changedParts(before: object, after: object): StorageChange {
  const parts = Object.entries(after).flatMap(([name, value]: [string, unknown]) => {
    const was: unknown = before[name as keyof typeof before];
    if (isSame(value, was)) return [];
    return [[name, parted.has(name) ? changedParts({ ...Object(was) }, { ...Object(value) }) : value]];
  });
  return Object.fromEntries(parts) as StorageChange; // parts of what a form for a storage holds
}

type Values = ReturnType<typeof valuesOf>;

/** @returns the values with a change of `seen`, and with what others have made of its lists */
function withParts(values: Values, { endUserAccess, passwordRules, signIn, ...others }: StorageChange, seen: Values) {
  return {
    ...values,
    ...others,
    endUserAccess: { ...values.endUserAccess, ...withMergedLists({ ...endUserAccess }, seen.endUserAccess, values.endUserAccess) },
    passwordRules: { ...values.passwordRules, ...passwordRules },
    signIn: { ...values.signIn, ...withMergedLists({ ...signIn }, seen.signIn, values.signIn) },
  };
}

/** The lists of the change as they were: the server keeps what others have made of them. */
function seenParts(before: Values, { endUserAccess, signIn }: StorageChange): Pick<StorageChange, 'seen'> {
  const parts = Object.entries({
    endUserAccess: seenLists(before.endUserAccess, { ...endUserAccess }),
    signIn: seenLists(before.signIn, { ...signIn }),
  }).filter(([, lists]) => Object.keys(lists).length > 0);
  return parts.length > 0 ? { seen: Object.fromEntries(parts) } : {};
}

/** A field that is left empty is none. */
function isSame(one: unknown, other: unknown): boolean {
  const known = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
  return isEqual(known(one), known(other));
}

function valuesOf({ storageName, storageKey, is_softDelete, endUserAccess, passwordRules, signIn, history, trashDays }: Storage) {
  return { storageName, storageKey, is_softDelete, endUserAccess, passwordRules, signIn, history, trashDays };
}
