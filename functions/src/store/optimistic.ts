import type { Timestamp } from '@google-cloud/firestore';
import { createTurns } from './in-turn.ts';
import { createRecentRows } from './recent-rows.ts';
import type { Row } from './model/row.ts';
import type { Transaction } from './transaction.ts';
import { commitPrepared, LostRace, type Plain, type Prepared, prepare, withoutLocks } from './without-locks.ts';

/**
 * Runs work without locks, for one document that calls race for: those of this instance go one after the other, and one that was
 * written a moment ago is not read again. What is remembered may be old, which only the commit tells: a refusal on its word, or an
 * end without a write, is worked out anew from the database.
 * @returns as {@link withoutLocks}
 */
export function createOptimistic(store: Plain) {
  const inTurn = createTurns();
  const recent = createRecentRows();
  return <R>(path: string, work: (tx: Transaction) => Promise<R>): Promise<R> => inTurn(path, () => run(path, work));

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
    const { prepared, time } = quick ?? (await withoutLocks(noting, work));
    const row = prepared.read.get(path);
    const [write, ...others] = prepared.written;
    const fields = quick ? remembered.select : select;
    if (row && fields && time && write?.path === path && others.length === 0) recent.keep(row, fields, write, time);
    return prepared.result;
  }
}

interface Remembered {
  readonly row: Row<object>;
  readonly select: readonly string[];
  readonly store: Plain;
}

/** @returns null when it came to nothing, or when another was faster */
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
