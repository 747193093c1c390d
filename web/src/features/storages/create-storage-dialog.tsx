import { StorageFields as StorageSchema } from '@bedplate/contract';
import { useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { RecordFormDialog } from '../../components/form/record-form-dialog.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useContractForm } from '../../lib/form.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import '../../texts/storage-form.ts';
import { HistoryField } from './history-field.tsx';
import { keyOfName } from './key-of-name.ts';
import { type AccessChoice, NewStorageAccess, rightsOf } from './new-storage-access.tsx';
import { spellings, StorageFields } from './storage-fields.tsx';
import { declareFields, useCreateStorage } from './storage-queries.ts';
import { TemplateField } from './template-field.tsx';
import { type TemplateId, templates } from './templates.ts';

interface CreateStorageDialogProps {
  projectId: string;
  /** The list that the dialog was opened from: it stays and shows the new storage. Elsewhere the storage's view opens. Decision 124. */
  onListed?: (() => void) | undefined;
  onClose: () => void;
}

/** Days: whoever begins is glad of the way back, and the form names its price. */
const usualHistory = 30;

export function CreateStorageDialog({ projectId, onListed, onClose }: CreateStorageDialogProps) {
  const form = useContractForm(StorageSchema, { storageName: '', storageKey: '', is_softDelete: false, history: usualHistory });
  const create = useCreateStorage(projectId);
  const [template, setTemplate] = useState<TemplateId | null>(null);
  const [access, setAccess] = useState<AccessChoice>('keys');
  const created = useRef('');
  const [openedId, setOpenedId] = useState<string | null>(null);
  const navigate = useNavigate();
  const toast = useToast();
  const declare = async (storageId: string) => {
    if (!template) return;
    try {
      await declareFields(projectId, storageId, templates[template].schema);
    } catch (error) {
      // The storage is there: sending the form again would make a second one.
      toast.error(t('storage.templateFailed', { reason: messageOf(error) }), error);
    }
  };
  // In the place of the form, so that nobody is asked about the values that were just saved.
  if (openedId !== null) return <Navigate to={paths.dataView(projectId, openedId)} />;
  return (
    <RecordFormDialog
      form={form}
      title={t('storage.create')}
      submit={t('storage.create')}
      save={async (values) => {
        const { data } = await create.mutateAsync({ ...values, ...(access !== 'keys' && { endUserAccess: rightsOf(access) }) });
        created.current = data.id;
        await declare(data.id);
        onListed?.();
        return t('message.storageCreated');
      }}
      onSaved={(message) => {
        if (!onListed) {
          toast.success(message);
          return setOpenedId(created.current);
        }
        const path = paths.dataView(projectId, created.current);
        toast.created(message, () => void navigate(path));
        onClose();
      }}
      isDirty={form.formState.isDirty || access !== 'keys'}
      failed={t('message.storageCreateFailed')}
      spellings={spellings}
      onClose={onClose}
    >
      <TemplateField form={form} chosen={template} onChoose={setTemplate} />
      <StorageFields form={form} keyOf={keyOfName} />
      <NewStorageAccess chosen={access} onChoose={setAccess} />
      <HistoryField form={form} />
    </RecordFormDialog>
  );
}
