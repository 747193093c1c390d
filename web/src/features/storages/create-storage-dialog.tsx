import { StorageFields as StorageSchema } from '@bedplate/contract';
import { RecordFormDialog } from '../../components/form/record-form-dialog.tsx';
import { useContractForm } from '../../lib/form.ts';
import { t } from '../../texts/index.ts';
import { spellings, StorageFields } from './storage-fields.tsx';
import { useCreateStorage } from './storage-queries.ts';

interface CreateStorageDialogProps {
  projectId: string;
  onCreated: () => void;
  onClose: () => void;
}

export function CreateStorageDialog({ projectId, onCreated, onClose }: CreateStorageDialogProps) {
  const form = useContractForm(StorageSchema, { storageName: '', storageKey: '', is_softDelete: false });
  const create = useCreateStorage(projectId);
  return (
    <RecordFormDialog
      form={form}
      title={t('storage.create')}
      submit={t('storage.create')}
      save={async (values) => {
        await create.mutateAsync(values);
        onCreated();
        return t('message.storageCreated');
      }}
      failed={t('message.storageCreateFailed')}
      spellings={spellings}
      onClose={onClose}
    >
      <StorageFields form={form} />
    </RecordFormDialog>
  );
}
