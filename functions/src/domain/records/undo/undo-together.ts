import type { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { RecordWrite } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { holdersOf } from '../unique/wanted-names.ts';
import { StillReferred } from '../write/referrers.ts';
import { wantedBy } from './release.ts';
import { isOwnWork, plannedUndo, type PlannedUndo, type RecordUndo } from './planned-undo.ts';
import { undoWrites } from './undo-writes.ts';

/** Records that are changed in one commit, since each is in the way of another. */
const mostTogether = 100;

/**
 * Gathers the undo of a record and of those in its way, which wait for it themselves: two may have swapped a value.
 * @param error the refusal of its own writes
 * @returns the writes of all, for one commit; none where nobody else is a part of it
 */
export async function togetherWrites(
  services: RecordServices,
  storage: StorageRow,
  { undo, planned, error }: { undo: RecordUndo; planned: PlannedUndo; error: ApiError },
): Promise<RecordWrite[]> {
  const group = new Map<string, RecordWrite[]>();
  const ahead: Member[] = [{ key: undo.key, its: planned, isHolder: false }];
  for (let next = ahead.shift(); next && group.size < mostTogether; next = ahead.shift()) {
    const { key, its } = next;
    if (!its || its.isTooLong || group.has(key)) continue;
    const isDone = its.entries.some((entry) => isOwnWork(entry, undo.jobId));
    const writes = isDone ? [] : undoWrites(storage, key, { ...its, following: undo.following });
    const release = next.isHolder && (isDone ? its.state.deleted?.kind === 'trash' : its.plan.existence === 'remove');
    if (writes.length > 0 || release) group.set(key, [...writes, ...(release ? [goneForGood(storage, key)] : [])]);
    if (writes.length === 0) continue;
    const holders = await holdersOf(services, storage, wantedBy(key, its.plan, its.state));
    const referring = key === undo.key && error instanceof StillReferred ? referringIn(storage, error) : [];
    for (const other of [...holders, ...referring]) {
      const planOfOther = await plannedUndo(services, storage, { ...undo, key: other, oldest: 1, known: [] });
      ahead.push({ key: other, its: planOfOther, isHolder: holders.includes(other) });
    }
  }
  return group.size > 1 ? [...group.values()].flat() : [];
}

interface Member {
  readonly key: string;
  readonly its: PlannedUndo | null;
  /** Whether it holds an id or a value that another one of the group has again. */
  readonly isHolder: boolean;
}

/** @returns the keys of the records in the storage itself that still refer to one */
export function referringIn({ id }: StorageRow, { referring }: StillReferred): string[] {
  return referring.flatMap(({ storageId, key }) => (storageId === id ? [key] : []));
}

/** A record that goes to the trash still holds its id and its values: where another one needs them, it goes for good. */
export function goneForGood(storage: StorageRow, key: string): RecordWrite {
  return { op: 'delete', storage, id: key, where: '', permanent: true };
}
