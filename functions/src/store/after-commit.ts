import type { InstanceMemory } from '../memory/instance-memory.ts';
import { chargeWrites, type Write } from './model/writes.ts';

/**
 * Bills the writes of a commit, and removes from the instance's memory what they have made old: the only place that does so.
 * @param began before the writes took the time that they carry
 */
export function afterCommit(memory: Pick<InstanceMemory, 'forget'>, writes: readonly Write[], began: number): void {
  chargeWrites(writes);
  for (const storageId of new Set(writes.flatMap(({ path }) => storageOfRecord(path)))) memory.forget(storageId, began);
}

/** @returns the id of the storage, or nothing when the path is not that of a record or of a deleted one */
function storageOfRecord(path: string): string[] {
  const [collection, storageId = '', below] = path.split('/', 3);
  return collection === 'storages' && (below === 'records' || below === 'deleted') ? [storageId] : [];
}
