import type { LiveState } from '../../lib/live/live-registry.ts';
import { type LatestRecord, useLatestRecords } from '../../lib/live/use-latest-records.ts';

/** Storages whose first record is waited for; each costs a listener of one document. Who has more of them is no newcomer. */
export const followedMax = 5;

interface FirstRecord {
  /** Every one of the storages is known to hold nothing. */
  isEmpty: boolean;
  record: LatestRecord | null;
  /** Nobody can tell whether there are records. */
  isUnknown: boolean;
  /** How LiveSync stands. */
  state: LiveState;
}

/** Follows the latest record of some storages of a project. */
export function useFirstRecord(projectId: string, storageIds: readonly string[]): FirstRecord {
  const { latest, hasFailed, state } = useLatestRecords(projectId, storageIds);
  const records = storageIds.flatMap((id) => latest.get(id) ?? []);
  const record = records.toSorted((a, b) => b.createdAt - a.createdAt)[0] ?? null;
  return { isEmpty: record === null && storageIds.every((id) => latest.has(id)), record, isUnknown: hasFailed && record === null, state };
}
