import { createHash } from 'node:crypto';
import type { Cache } from '../../../memory/cache.ts';
import type { InstanceMemory } from '../../../memory/instance-memory.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { numbers } from '../../../store/collections.ts';
import type { StorageRules } from './storage-rules.ts';

/** An instance takes so many numbers of a counter at once: a create waits for none of the others. */
const blockSize = 100;

interface Block {
  next: number;
  readonly end: number;
}

/**
 * Numbers that no other record of the storage gets. Some are never used: where an instance ends, or a record is refused while others are made.
 * @param count of new records
 * @returns for each record, the number of each counter of the schema
 */
export async function nextNumbers(
  { store }: Pick<RecordServices, 'store'>,
  storageId: string,
  { rules, count }: { rules: StorageRules; count: number },
): Promise<ReadonlyMap<string, number>[]> {
  const counters = [...rules.fields].filter(([, { computed }]) => computed === 'counter').map(([name]) => name);
  if (counters.length === 0 || count === 0) return [];
  const firsts = await Promise.all(counters.map((name) => take(store, { storageId, name, count })));
  return Array.from({ length: count }, (_, i) => new Map(counters.map((name, at) => [name, (firsts[at] ?? 0) + i])));
}

/** Numbers of records that are not made after all, unless others were taken meanwhile. */
export function giveBack({ store }: Pick<RecordServices, 'store'>, storageId: string, taken: readonly ReadonlyMap<string, number>[]): void {
  const blocks = blocksIn(store.memory);
  for (const [name, first] of taken[0] ?? []) {
    const block = blocks.get(`${storageId}/${name}`);
    if (block?.next === first + taken.length) block.next = first;
  }
}

interface Wanted {
  readonly storageId: string;
  readonly name: string;
  readonly count: number;
}

/** @returns the first of `count` numbers */
async function take(store: RecordServices['store'], { storageId, name, count }: Wanted): Promise<number> {
  const blocks = blocksIn(store.memory);
  const key = `${storageId}/${name}`;
  const held = blocks.get(key);
  const block = held && held.end - held.next >= count ? held : await reserve(store, { storageId, name, count });
  blocks.set(key, block);
  block.next += count;
  return block.next - count;
}

function reserve(store: RecordServices['store'], { storageId, name, count }: Wanted): Promise<Block> {
  const id = counterId(name);
  const size = Math.max(blockSize, count);
  return store.transaction(async (tx) => {
    const next = (await tx.in(numbers(storageId)).get(id))?.data.next ?? 1;
    tx.write(numbers(storageId).set(id, { next: next + size }));
    return { next, end: next + size };
  });
}

/** @param name of a field that counts @returns the id of its document */
export function counterId(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

const memories = new WeakMap<InstanceMemory, Cache<Block>>();

function blocksIn(memory: InstanceMemory): Cache<Block> {
  const known = memories.get(memory) ?? memory.cache<Block>({ max: 500 });
  memories.set(memory, known);
  return known;
}
