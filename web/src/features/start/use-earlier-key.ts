import type { ApiKey, Storage } from '@bedplate/contract';
import { serverNow } from '../../lib/time/clock.ts';
import { useNamedKeys } from '../keys/named-key-queries.ts';

/** A key with which an app can send records into the storage; null: there is none, or the keys cannot be read. */
export type EarlierKey = ApiKey | null | 'unknown';

/** @returns the newest key that was made for the storage before this page was opened */
export function useEarlierKey(projectId: string, storage: Storage | null, isAsked: boolean): EarlierKey {
  const { data: keys, isLoading } = useNamedKeys(isAsked && storage !== null);
  if (isLoading) return 'unknown';
  return keys?.find((key) => storage && key.projectId === projectId && mayCreate(key, storage.id)) ?? null;
}

function mayCreate({ active, expiresAt, storages, verbs }: ApiKey, storageId: string): boolean {
  const lives = active && (expiresAt === null || Date.parse(expiresAt) > serverNow());
  return lives && verbs.includes('create') && (storages.includes('*') || storages.includes(storageId));
}
