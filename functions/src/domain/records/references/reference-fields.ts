import type { Json, SchemaField } from '@bedplate/contract';
import type { StorageRules } from '../schema/storage-rules.ts';

/** @returns the id of the storage whose records a field refers to; undefined for a field that is no reference */
export function referredStorage({ type, of, storage }: SchemaField): string | undefined {
  return type === 'reference' || (type === 'list' && of === 'reference') ? storage : undefined;
}

interface ReferenceField {
  readonly field: string;
  readonly storageId: string;
  /** Whether a record that it names is not deleted without a look at this field. */
  readonly hasOnDelete: boolean;
}

/** @returns the reference fields of a storage, which are checked; none while its schema only learns */
export function referencesIn(rules: StorageRules | undefined): ReferenceField[] {
  if (!rules || rules.state === 'learn') return [];
  return [...rules.fields].flatMap(([field, declared]) => {
    const storageId = referredStorage(declared);
    return storageId === undefined ? [] : [{ field, storageId, hasOnDelete: declared.onDelete !== undefined }];
  });
}

/** @returns the names of the fields that refer to a storage */
export function referencesTo(rules: StorageRules | undefined, storageId: string): string[] {
  return [...(rules?.fields ?? [])].flatMap(([name, field]) => (referredStorage(field) === storageId ? [name] : []));
}

/** @returns the ids in a reference field; one that is not of the type refers to nothing */
export function idsIn(value: Json | undefined): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string' && one !== '') as string[]; // what is no text is left out
}
