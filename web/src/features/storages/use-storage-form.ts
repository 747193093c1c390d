import { StorageInput } from '@bedplate/contract';
import type { z } from 'zod';
import { showServerProblems, useContractForm } from '../../lib/form.ts';
import type { StorageValues } from './storage-queries.ts';

// The contract's schema takes every spelling of the fields, so its input type is unknown; the form has one spelling.
const StorageForm = StorageInput as unknown as z.ZodType<StorageValues, StorageValues>;

/** How each call spells the form's fields in its complaints. */
const spellings = {
  dataStorageName: 'storageName',
  newName: 'storageName',
  dataStorageKey: 'storageKey',
  newStorageKey: 'storageKey',
  isSoftDelete: 'is_softDelete',
};

export function useStorageForm(values: StorageValues) {
  const form = useContractForm(StorageForm, values);
  return { form, showProblems: (error: unknown) => showServerProblems(form, error, spellings) };
}
