import type { StorageRow } from '../records/model/storage-row.ts';
import type { StorageRules } from '../records/schema/storage-rules.ts';

/** A storage with what its schema says; without rules where it has none, or where the caller may not know the names of its fields. */
export interface KnownStorage {
  readonly row: StorageRow;
  readonly rules: StorageRules | undefined;
}

/** The order in which storages get names: one that is added takes no name away from those that were there. */
export function inOrderOfAge(storages: readonly KnownStorage[]): KnownStorage[] {
  const madeAt = ({ row }: KnownStorage) => row.data.createdAt.toMillis();
  return [...storages].sort((a, b) => madeAt(a) - madeAt(b) || (a.row.id < b.row.id ? -1 : 1));
}

/** Whether no value gets past the schema any more. */
export function isKept(rules: StorageRules | undefined): boolean {
  return rules?.state === 'enforce' || rules?.state === 'arming';
}
