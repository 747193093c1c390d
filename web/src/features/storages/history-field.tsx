import { type HistoryDays, historyDays } from '@bedplate/contract';
import { Controller } from 'react-hook-form';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { t } from '../../texts/index.ts';
import '../../texts/storage-form.ts';
import type { StorageForm } from './storage-fields.tsx';

/** How long the storage keeps what its records were before each change. */
export function HistoryField({ form }: { form: StorageForm }) {
  const options = historyDays.map((days) => ({
    value: String(days),
    text: days === 0 ? t('storage.historyOff') : t('storage.historyDays', { count: days }),
  }));
  return (
    <Controller
      control={form.control}
      name="history"
      render={({ field: { value, onChange } }) => (
        <ChoiceField
          label={t('storage.history')}
          value={String(value ?? 0)}
          options={options}
          onChange={(chosen) => onChange(Number(chosen) as HistoryDays)} // one of the options
          help={t('storage.historyHelp')}
        />
      )}
    />
  );
}
