import { StorageFields as StorageSchema } from '@bedplate/contract';
import { useState } from 'react';
import { RecordFormDialog } from '../../components/form/record-form-dialog.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useContractForm } from '../../lib/form.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { spellings, StorageFields } from './storage-fields.tsx';
import { declareFields, useCreateStorage } from './storage-queries.ts';
import { TemplateField } from './template-field.tsx';
import { type TemplateId, templates } from './templates.ts';

interface CreateStorageDialogProps {
  projectId: string;
  onCreated: () => void;
  onClose: () => void;
}

export function CreateStorageDialog({ projectId, onCreated, onClose }: CreateStorageDialogProps) {
  const form = useContractForm(StorageSchema, { storageName: '', storageKey: '', is_softDelete: false });
  const create = useCreateStorage(projectId);
  const [template, setTemplate] = useState<TemplateId | null>(null);
  const toast = useToast();
  const declare = async (storageId: string) => {
    if (!template) return;
    try {
      await declareFields(projectId, storageId, templates[template].schema);
    } catch (error) {
      // The storage is there: sending the form again would make a second one.
      toast.error(t('storage.templateFailed', { reason: messageOf(error) }));
    }
  };
  return (
    <RecordFormDialog
      form={form}
      title={t('storage.create')}
      submit={t('storage.create')}
      save={async (values) => {
        const { data } = await create.mutateAsync(values);
        await declare(data.id);
        onCreated();
        return t('message.storageCreated');
      }}
      failed={t('message.storageCreateFailed')}
      spellings={spellings}
      onClose={onClose}
    >
      <TemplateField form={form} chosen={template} onChoose={setTemplate} />
      <StorageFields form={form} />
    </RecordFormDialog>
  );
}
