import type { StorageRow } from '../records/model/storage-row.ts';

/** For the row of the activity log that reports changes of this storage's records: whether an undo finds them by it. */
export function inHistory({ data }: StorageRow): { inHistory?: true } {
  return data.history ? { inHistory: true } : {};
}
