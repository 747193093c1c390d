import { type TrashDays, trashDays, usualTrashDays } from '@bedplate/contract';
import { Controller } from 'react-hook-form';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { t } from '../../texts/index.ts';
import '../../texts/storage-form.ts';
import type { StorageForm } from './storage-fields.tsx';

/** How long a deleted record stays in the trash of the storage. */
export function TrashDaysField({ form }: { form: StorageForm }) {
  const options = trashDays.map((days) => ({ value: String(days), text: t('storage.historyDays', { count: days }) }));
  return (
    <Controller
      control={form.control}
      name="trashDays"
      render={({ field: { value, onChange } }) => (
        <ChoiceField
          label={t('storage.trashDays')}
          value={String(value ?? usualTrashDays)}
          options={options}
          onChange={(chosen) => onChange(Number(chosen) as TrashDays)} // one of the options
          help={t('storage.trashDaysHelp')}
        />
      )}
    />
  );
}
