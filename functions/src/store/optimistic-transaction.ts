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

/** `work` needs the locks of a real transaction. */
export class NeedsTransaction extends Error {}

/** Another writer was faster: nothing was written. */
export class LostRace extends Error {}

/** The documents that one run of the work has read, and its writes. */
export interface Prepared<R> {
  readonly result: R;
  readonly read: ReadonlyMap<string, Row<object> | null>;
  readonly written: readonly Write[];
}

/** When many calls change one record at once, each round lets one of them succeed. */
const tries = 40;
const pauseMillis = 8;
const longestPauseMillis = 100;

/**
 * Runs `work` like a transaction, with the documents' update times in place of locks: one round trip
 * to read and one to write. Each document that is read must also be written.
 * @returns the prepared work, and the time of the first write
 * @throws {NeedsTransaction} when a document is only read, or when the documents change too often
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

/** Runs the work and collects its writes without sending them. */
export async function prepare<R>(store: Plain, work: (tx: Transaction) => Promise<R>): Promise<Prepared<R>> {
  const read = new Map<string, Row<object> | null>();
  const written: Write[] = [];
  return { result: await work(recording(store, read, written)), read, written };
}

/** @throws {LostRace} when a document has changed since it was read; {NeedsTransaction} */
export async function commitPrepared(store: Plain, { read, written }: Prepared<unknown>): Promise<Timestamp | null> {
  if (written.length === 0) return null;
  const writes = guarded(read, written);
  try {
    return await store.commit(writes);
  } catch (error) {
    // The caller must learn of an existing document that was not read.
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

/** Adds preconditions to the writes: each document must still be as it was read. */
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
