import type { Timestamp } from '@google-cloud/firestore';
import { createKeyedMutex } from './keyed-mutex.ts';
import { createRecentRows } from './recent-rows.ts';
import type { InstanceMemory } from '../memory/instance-memory.ts';
import type { Row } from './model/row.ts';
import type { Transaction } from './transaction.ts';
import { commitPrepared, LostRace, type Plain, type Prepared, prepare, optimisticTransaction } from './optimistic-transaction.ts';

/**
 * Runs work on one contended document without locks. Calls of this instance run one after the other,
 * and a document that was just written is not read again. This copy may be outdated, which only the
 * commit shows: after a refusal, or an end without a write, the work runs again with a fresh read.
 * Decision 023.
 */
export function createOptimistic(store: Plain, memory: Pick<InstanceMemory, 'cache'>, inTurn = createKeyedMutex()) {
  const recent = createRecentRows(memory);
  return {
    /** @returns the result of the work, as {@link optimisticTransaction} */
    run: <R>(path: string, work: (tx: Transaction) => Promise<R>): Promise<R> => inTurn(path, () => run(path, work)),
    /** Reads a document for whoever decides by it on a change: work on it within seconds that asks for the same fields does not read it again. */
    async readToChange<T extends object>(path: string, select: readonly string[]): Promise<Row<T> | null> {
      const [row] = await store.getAll<T>([path], select);
      if (row) recent.keepRead({ row, select });
      return row ?? null;
    },
  };

  async function run<R>(path: string, work: (tx: Transaction) => Promise<R>): Promise<R> {
    let select: readonly string[] | undefined;
    const noting: Plain = {
      ...store,
      getAll: (paths, fields) => {
        select = fields;
        return store.getAll(paths, fields);
      },
    };
    const remembered = recent.take(path);
    const quick = remembered && (await fromMemory({ ...remembered, store }, work));
    const { prepared, time } = quick ?? (await optimisticTransaction(noting, work));
    const row = prepared.read.get(path);
    const [write] = prepared.written;
    const fields = quick ? remembered.select : select;
    if (row && fields && time && write?.path === path) recent.keep({ row, select: fields }, write, time);
    return prepared.result;
  }
}

interface Remembered {
  readonly row: Row<object>;
  readonly select: readonly string[];
  readonly store: Plain;
}

/** @returns null when the work failed or wrote nothing, or when another writer was faster */
async function fromMemory<R>(
  { row, select, store }: Remembered,
  work: (tx: Transaction) => Promise<R>,
): Promise<{ prepared: Prepared<R>; time: Timestamp | null } | null> {
  const seen: Plain = {
    ...store,
    getAll: <T>(paths: readonly string[], fields?: readonly string[]) => {
      const isIt = paths.length === 1 && paths[0] === row.path && fields?.join() === select.join();
      return isIt ? Promise.resolve([row as Row<T>]) : store.getAll<T>(paths, fields); // as it was asked for before
    },
  };
  const prepared = await prepare(seen, work).catch(() => null);
  if (!prepared || prepared.written.length === 0) return null;
  try {
    return { prepared, time: await commitPrepared(store, prepared) };
  } catch (error) {
    if (error instanceof LostRace) return null;
    throw error;
  }
}
