import type { LiveState } from '../../lib/live/live-registry.ts';
import { type NewestRecord, useNewestRecords } from '../../lib/live/use-newest-records.ts';

/** Storages whose first record is waited for; each costs a listener of one document. Who has more of them is no newcomer. */
export const followedMax = 5;

interface FirstRecord {
  /** Every one of the storages is known to hold nothing. */
  isEmpty: boolean;
  record: NewestRecord | null;
  /** Nobody can tell whether there are records. */
  isUnknown: boolean;
  /** How LiveSync stands. */
  state: LiveState;
}

/** Follows the newest record of some storages of a project. */
export function useFirstRecord(projectId: string, storageIds: readonly string[]): FirstRecord {
  const { newest, hasFailed, state } = useNewestRecords(projectId, storageIds);
  const records = storageIds.flatMap((id) => newest.get(id) ?? []);
  const record = records.toSorted((a, b) => b.createdAt - a.createdAt)[0] ?? null;
  return { isEmpty: record === null && storageIds.every((id) => newest.has(id)), record, isUnknown: hasFailed && record === null, state };
}
