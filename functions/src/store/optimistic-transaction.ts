import type { Timestamp } from '@google-cloud/firestore';
import { changedFields, create, remove, update, type Write } from './model/writes.ts';
import { isAlreadyExists, isFailedPrecondition, isNotFound } from './model/firestore-errors.ts';
import type { Row } from './model/row.ts';
import { withReaders } from './readers.ts';
import type { Transaction } from './transaction.ts';

export interface Plain {
  getAll<T>(paths: readonly string[], select?: readonly string[]): Promise<(Row<T> | null)[]>;
  /** @returns the time of the first write, where it is known */
  commit(writes: readonly Write[]): Promise<Timestamp | null>;
}

/** `work` asked for something that only a transaction can hold still. */
export class NeedsTransaction extends Error {}

/** Another was faster: nothing was written. */
export class LostRace extends Error {}

/** The documents that one run of the work has read, and its writes. */
export interface Prepared<R> {
  readonly result: R;
  readonly read: ReadonlyMap<string, Row<object> | null>;
  readonly written: readonly Write[];
}

/** Of many who change one record at once, each round lets one through. */
const tries = 40;
const pauseMillis = 8;
const longestPauseMillis = 100;

/**
 * Runs `work` like a transaction, with the documents' update times instead of locks: one round trip to read, one to write, none
 * to begin, and no wait for a lock. It works when each document that was read is also written.
 * @returns what was done, and the time of the first write
 * @throws {NeedsTransaction} when it does not, or when the documents change too often
 */
export async function optimisticTransaction<R>(
  store: Plain,
  work: (tx: Transaction) => Promise<R>,
): Promise<{ prepared: Prepared<R>; time: Timestamp | null }> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const prepared = await prepare(store, work);
    try {
      return { prepared, time: await commitPrepared(store, prepared) };
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
      const pause = Math.min(longestPauseMillis, pauseMillis * attempt) * Math.random();
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  throw new NeedsTransaction('contended');
}

/** Runs the work, which writes nothing yet. */
export async function prepare<R>(store: Plain, work: (tx: Transaction) => Promise<R>): Promise<Prepared<R>> {
  const read = new Map<string, Row<object> | null>();
  const written: Write[] = [];
  return { result: await work(recording(store, read, written)), read, written };
}

/** @throws {LostRace} when a document is not as it was read @throws {NeedsTransaction} */
export async function commitPrepared(store: Plain, { read, written }: Prepared<unknown>): Promise<Timestamp | null> {
  if (written.length === 0) return null;
  const writes = guarded(read, written);
  try {
    return await store.commit(writes);
  } catch (error) {
    // A document that was not read and exists already is for the caller to know.
    const isRace = isFailedPrecondition(error) || isNotFound(error) || (isAlreadyExists(error) && [...read.values()].includes(null));
    throw isRace ? new LostRace(undefined, { cause: error }) : error;
  }
}

function recording(store: Plain, read: Map<string, Row<object> | null>, written: Write[]): Transaction {
  const getAll = async <T>(paths: readonly string[], select?: readonly string[]) => {
    const rows = paths.length > 0 ? await store.getAll<T>(paths, select) : [];
    for (const [i, path] of paths.entries()) read.set(path, (rows[i] ?? null) as Row<object> | null); // documents are objects
    return rows;
  };
  return withReaders({
    getAll,
    get: async <T>(path: string, select?: readonly string[]) => (await getAll<T>([path], select))[0] ?? null,
    query: () => Promise.reject(new NeedsTransaction('a query')),
    count: () => Promise.reject(new NeedsTransaction('a count')),
    write: (...writes: readonly Write[]) => void written.push(...writes),
  });
}

/** The writes, each bound to what was read of its document. */
function guarded(read: ReadonlyMap<string, Row<object> | null>, written: readonly Write[]): Write[] {
  const paths = new Set(written.map(({ path }) => path));
  if (paths.size < written.length) throw new NeedsTransaction('a document that is written twice');
  if ([...read.keys()].some((path) => !paths.has(path))) throw new NeedsTransaction('a document that is only read');
  return written.map((write) => {
    const row = read.get(write.path);
    return row === undefined ? write : row === null ? onMissing(write) : onPresent(write, row);
  });
}

function onMissing(write: Write): Write {
  if (write.kind === 'create') return write;
  if (write.kind === 'set' && !write.merge) return create(write.path, write.data);
  throw new NeedsTransaction('a missing document');
}

function onPresent(write: Write, { data, updateTime }: Row<object>): Write {
  const unchanged = { lastUpdateTime: updateTime };
  if (write.kind === 'remove') return remove(write.path, unchanged);
  if (write.kind === 'update') return { ...write, precondition: unchanged };
  if (write.kind === 'set' && !write.merge) return update(write.path, difference(data, write.data), unchanged);
  throw new NeedsTransaction('a merge');
}

function difference(before: object, after: object): Record<string, unknown> {
  const changes = changedFields(before, after);
  if (Object.keys(changes).some((name) => !/^\w+$/.test(name))) throw new NeedsTransaction('a name that is no path');
  return changes;
}
