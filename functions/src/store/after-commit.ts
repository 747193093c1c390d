import type { InstanceMemory } from '../memory/instance-memory.ts';
import { chargeWrites, type Write } from './model/writes.ts';

/**
 * Bills the writes of a commit and removes outdated entries from the instance's memory. No other
 * place does this.
 * @param began a time before the commit
 */
export function afterCommit(memory: Pick<InstanceMemory, 'forget'>, writes: readonly Write[], began: number): void {
  chargeWrites(writes);
  for (const storageId of new Set(writes.flatMap(({ path }) => storageOfRecord(path)))) memory.forget(storageId, began);
}

/** @returns the storage's id in the path of a record or deleted record; an empty list for other paths */
function storageOfRecord(path: string): string[] {
  const [collection, storageId = '', below] = path.split('/', 3);
  return collection === 'storages' && (below === 'records' || below === 'deleted') ? [storageId] : [];
}
