import { pluralSuggestion, type StorageFields as StorageSchema } from '@bedplate/contract';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';
import { type FocusEvent, type FormEvent, type KeyboardEvent, useRef } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { Field } from '../../components/form/field.tsx';
import { t } from '../../texts/index.ts';
import '../../texts/storage-form.ts';

/** The names of the form's fields in the complaints of each call. */
export const spellings = {
  dataStorageName: 'storageName',
  newName: 'storageName',
  dataStorageKey: 'storageKey',
  newStorageKey: 'storageKey',
  isSoftDelete: 'is_softDelete',
};

export type StorageForm = UseFormReturn<z.input<typeof StorageSchema>, unknown, z.output<typeof StorageSchema>>;

interface StorageFieldsProps {
  form: StorageForm;
  /** Records that the storage has in its trash. */
  trashed?: number;
  /** The key that follows the name until somebody types another one. */
  keyOf?: (name: string) => string;
}

/** Name, key and soft delete: the fields of both storage dialogs. */
export function StorageFields({ form, trashed = 0, keyOf }: StorageFieldsProps) {
  const { errors } = form.formState;
  const [storageName, storageKey] = useWatch({ control: form.control, name: ['storageName', 'storageKey'] });
  const isOfName = keyOf !== undefined && storageKey !== '' && storageKey === keyOf(storageName);
  const keyFollows = (event: { target: { value: string } }) => {
    if (!keyOf || (storageKey !== '' && !isOfName)) return;
    form.setValue('storageKey', keyOf(event.target.value), { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  const softDelete = useWatch({ control: form.control, name: 'is_softDelete' });
  const plural = pluralSuggestion(storageKey);
  const stripSpaces = (event: { target: { value: string } }) => {
    const stripped = event.target.value.replace(/\s/gu, '');
    if (stripped !== event.target.value)
      form.setValue('storageKey', stripped, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  return (
    <>
      <Field
        label={t('storage.name')}
        required
        error={errors.storageName?.message}
        {...form.register('storageName', { onChange: keyFollows })}
      />
      <Field
        label={t('storage.key')}
        required
        inputProps={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false }}
        aside={<KeyTip />}
        help={helpOf(storageKey, plural)}
        error={errors.storageKey?.message}
        {...useReplacing(isOfName)}
        {...form.register('storageKey', { onChange: stripSpaces })}
      />
      <Controller
        control={form.control}
        name="is_softDelete"
        render={({ field: { value, ...field } }) => (
          <FormControlLabel
            sx={{ m: 0, gap: 3 }}
            control={<Switch {...field} checked={value ?? false} />}
            label={t('storage.enableSoftDelete')}
          />
        )}
      />
      {trashed > 0 && softDelete === false && <Alert severity="info">{t('storage.trashStays', { count: trashed })}</Alert>}
    </>
  );
}

/** The first letter after the focus replaces a text that nobody has typed, as in a browser's address; who presses into it, edits it. */
function useReplacing(isUntyped: boolean) {
  const replaces = useRef(false);
  const stop = () => (replaces.current = false);
  return {
    onFocus: ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      replaces.current = isUntyped;
      if (isUntyped) target.select();
    },
    onMouseUp: stop,
    onKeyDown: ({ key }: KeyboardEvent) => key.length > 1 && stop(),
    onBeforeInput: ({ target }: FormEvent) => {
      if (replaces.current && target instanceof HTMLInputElement) target.select();
      stop();
    },
  };
}

function helpOf(storageKey: string, plural: string | null): string {
  if (plural) return t('storage.pluralHint', { plural });
  if (storageKey === 'users') return t('storage.keyOfPeople');
  return storageKey ? t('storage.keyHelp', { key: storageKey }) : t('storage.keyExample');
}

function KeyTip() {
  return (
    <Tooltip title={t('storage.keyTip')} describeChild enterTouchDelay={0}>
      <IconButton size="small" aria-label={t('storage.aboutKey')} sx={{ p: 1 }}>
        <InfoOutlined sx={{ fontSize: 16 }} />
      </IconButton>
    </Tooltip>
  );
}
