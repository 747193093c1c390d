import type { Json } from '@bedplate/contract';
import { api } from '../../../lib/api/client.ts';
import { useSaving } from '../../../lib/use-saving.ts';
import { recordsKey } from '../queries/record-queries.ts';
import { type StorageRef, storagePathOf } from '../../../lib/storage-path.ts';
import type { Stored } from '../queries/stored.ts';

/** Stores a new record; the pages in sight are read again. */
export function useAddRecord(storage: StorageRef) {
  return useSaving(recordsKey(storage), (data: Readonly<Record<string, Json>>) =>
    api.post<Stored>(`${storagePathOf(storage)}/item`, { data }),
  );
}
