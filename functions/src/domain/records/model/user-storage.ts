import type { StorageRow } from './storage-row.ts';

/** The key `users` marks a storage of app users. */
export function isUserStorage(storage: StorageRow): boolean {
  return holdsUsers(storage.data);
}

export function holdsUsers({ storageKey }: Pick<StorageRow['data'], 'storageKey'>): boolean {
  return storageKey === 'users';
}
