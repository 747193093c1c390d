import { AggregateField, FieldPath, type Firestore, type Timestamp } from '@google-cloud/firestore';
import { createInstanceMemory, type InstanceMemory } from '../memory/instance-memory.ts';
import { isAborted, isNotFound } from './model/firestore-errors.ts';
import { charge, unmetered } from './model/meter.ts';
import { afterCommit } from './after-commit.ts';
import { createOptimistic } from './optimistic.ts';
import { NeedsTransaction } from './optimistic-transaction.ts';
import { masked } from './masked.ts';
import { isMerge, type QueryGuard, type QuerySpec } from './model/query-spec.ts';
import type { RestFirestore } from './rest/rest-firestore.ts';
import { NeedsSdk } from './rest/values.ts';
import { isConditional } from './rest/writes.ts';
import { type Row, toRow } from './model/row.ts';
import { type Door, type Readers, withReaders } from './readers.ts';
import { toQuery } from './to-query.ts';
import type { Transaction } from './transaction.ts';
import { addTo, type Write } from './model/writes.ts';
import { lazily } from '../runtime/lazily.ts';

const loadTransaction = lazily(() => import('./transaction.ts'));

/**
 * All access to Firestore. Each call adds its billed operations to the request's meter: at least one
 * read for a query, one per started 1,000 for a count, and each attempt of a transaction.
 * `T` is the type of the collection's documents.
 * Decision 038.
 */
export type Store = Readers & StoreDoor;

interface StoreDoor extends Door {
  /** Values that this instance keeps between requests. */
  readonly memory: InstanceMemory;
  /** Counts like `count`, and returns the billed reads. */
  counted(spec: QuerySpec): Promise<{ count: number; reads: number }>;
  /** Aggregates the numbers in one field; `count` is the number of documents in the query. */
  sum(spec: QuerySpec, path: string): Promise<{ sum: number; average: number | null; count: number }>;
  /**
   * Writes all or nothing; see `create`, `set`, `update`, `remove` in writes.ts. The functions
   * isAlreadyExists and isNotFound recognise its errors.
   * @returns the update time of the first document, if Firestore sent it
   */
  commit(writes: readonly Write[]): Promise<Timestamp | null>;
  /**
   * Adds 1 to a number, or subtracts it, in one commit without locks: many calls count exactly and at once.
   * @returns the new number; null when the document does not exist
   */
  increment(path: string, field: string, by?: 1 | -1): Promise<number | null>;
  /** Reads before it writes; runs again when a document that it read has changed. */
  transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R>;
  /**
   * Works like `transaction`, but without locks and in two round trips. Falls back to a transaction
   * when a document is read and not written.
   * @param path of the contended document: calls of this instance on it run one after the other
   */
  optimistic<R>(path: string, work: (tx: Transaction) => Promise<R>): Promise<R>;
  /** Reads one document like `get`; an `optimistic` change of it within seconds, which asks for the same fields, does not read it again. */
  readToChange<T extends object>(path: string, select: readonly string[]): Promise<Row<T> | null>;
  /** Calls back now and after each change. @returns a function that stops it */
  listen<T>(path: string, onChange: (row: Row<T> | null) => void, onError: (error: Error) => void): () => void;
  /** Calls back with the ids of all matches, then of added, changed and removed ones. @returns a function that stops it */
  listenAll(spec: QuerySpec, onChange: (ids: readonly string[]) => void, onError: (error: Error) => void): () => void;
  /** Sends any number of independent writes: a failed one does not stop the others. */
  bulk(writes: readonly Write[]): Promise<void>;
}

interface StoreOptions {
  readonly guard?: QueryGuard;
  /** Sends single reads and commits; by default the SDK does. */
  readonly rest?: RestFirestore | undefined;
  readonly memory?: InstanceMemory;
}

export function createStore(firestore: Firestore, options: StoreOptions = {}): Store {
  const { guard = () => {}, rest, memory = createInstanceMemory() } = options;
  const transaction = async <R>(work: (tx: Transaction) => Promise<R>) => {
    const { openTransaction } = await loadTransaction();
    return openTransaction({ firestore, rest, guard, memory, work });
  };
  const store: Store = withReaders<StoreDoor>({
    memory,
    async get<T>(path: string, select?: readonly string[]) {
      charge('reads', 1);
      if (rest) return rest.get<T>(path, select);
      const [snapshot] = await firestore.getAll(firestore.doc(path), masked(select));
      return snapshot ? toRow<T>(snapshot) : null;
    },
    async getAll<T>(paths: readonly string[], select?: readonly string[]) {
      if (paths.length === 0) return [];
      charge('reads', paths.length);
      if (rest) return paths.length === 1 ? [await rest.get<T>(paths[0] ?? '', select)] : rest.getAll<T>(paths, select);
      const snapshots = await firestore.getAll(...paths.map((path) => firestore.doc(path)), masked(select));
      return snapshots.map((snapshot) => toRow<T>(snapshot));
    },
    async query<T>(spec: QuerySpec) {
      guard(spec);
      if (rest && !spec.group) {
        const result = await rest.query<T>(spec);
        charge('reads', Math.max(1, result.rows.length + (spec.offset ?? 0)));
        return result;
      }
      const snapshot = await at(firestore, spec, (tx) => {
        const query = toQuery(firestore, spec);
        return tx ? tx.get(query) : query.get();
      });
      charge('reads', Math.max(1, snapshot.size + (spec.offset ?? 0)));
      return { rows: snapshot.docs.map((doc) => toRow<T>(doc)).filter((row) => row !== null), readTime: snapshot.readTime };
    },
    count: async (spec) => (await store.counted(spec)).count,
    async counted(spec: QuerySpec) {
      guard(spec);
      const counted = rest && !spec.group ? await rest.count(spec, isMerge(spec)) : await countBySdk(firestore, spec);
      charge('reads', counted.reads);
      return counted;
    },
    async sum(spec: QuerySpec, path: string) {
      guard(spec);
      const field = new FieldPath(...path.split('.'));
      const wanted = { sum: AggregateField.sum(field), average: AggregateField.average(field), count: AggregateField.count() };
      const totals = (await toQuery(firestore, spec).aggregate(wanted).get()).data();
      charge('reads', Math.max(1, Math.ceil(totals.count / 1000)));
      return totals;
    },
    async commit(writes: readonly Write[]) {
      const began = memory.now();
      const bySdk = () => commitBySdk(firestore, writes);
      const time = await (rest ? orBySdk(writes, rest.commit(writes), bySdk) : bySdk());
      afterCommit(memory, writes, began);
      return time;
    },
    async increment(path: string, field: string, by: 1 | -1 = 1) {
      const count = rest ? await orNull(rest.increment(path, field, by)) : await incrementBySdk(firestore, { path, field, by });
      if (count !== null) charge('writes', 1);
      return count;
    },
    transaction,
    async optimistic<R>(path: string, work: (tx: Transaction) => Promise<R>) {
      try {
        return await optimistic.run(path, work);
      } catch (error) {
        if (!(error instanceof NeedsTransaction)) throw error;
        return transaction(work);
      }
    },
    readToChange: <T extends object>(path: string, select: readonly string[]) => optimistic.readToChange<T>(path, select),
    listen<T>(path: string, onChange: (row: Row<T> | null) => void, onError: (error: Error) => void) {
      charge('reads', 1); // the document as it is now
      let isChange = false;
      return firestore.doc(path).onSnapshot((snapshot) => {
        if (isChange) unmetered(() => charge('reads', 1));
        isChange = true;
        onChange(toRow<T>(snapshot));
      }, onError);
    },
    listenAll(spec, onChange, onError) {
      guard(spec);
      let least = 1; // an empty result is billed as one read
      return toQuery(firestore, spec).onSnapshot((snapshot) => {
        const ids = snapshot.docChanges().map(({ doc }) => doc.id);
        unmetered(() => charge('reads', Math.max(least, ids.length)));
        least = 0;
        onChange(ids);
      }, onError);
    },
    async bulk(writes) {
      const began = memory.now();
      const writer = firestore.bulkWriter();
      const sent = Promise.allSettled(writes.map((write) => addTo(writer, firestore, write)));
      await writer.close();
      const outcomes = await sent;
      const written = writes.filter((_, i) => outcomes[i]?.status === 'fulfilled');
      afterCommit(memory, written, began);
    },
  });
  const optimistic = createOptimistic(store, memory);
  return store;
}

async function countBySdk(firestore: Firestore, spec: QuerySpec): Promise<{ count: number; reads: number }> {
  const snapshot = await at(firestore, spec, (tx) => {
    const query = toQuery(firestore, spec).count();
    return tx ? tx.get(query) : query.get();
  });
  const { count } = snapshot.data();
  return { count, reads: Math.max(1, Math.ceil(count / 1000)) };
}

async function orNull(sent: Promise<number>): Promise<number | null> {
  try {
    return await sent;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Uses a transaction, because the SDK does not return the result of an increment. */
function incrementBySdk(firestore: Firestore, { path, field, by }: { path: string; field: string; by: 1 | -1 }): Promise<number | null> {
  const ref = firestore.doc(path);
  return firestore.runTransaction(async (tx) => {
    const found = await tx.get(ref);
    if (!found.exists) return null;
    const count = Number(found.get(field)) + by;
    tx.update(ref, { [field]: count });
    return count;
  });
}

/**
 * Falls back to the SDK when REST cannot send the writes, or when an unconditional write met a
 * transaction's lock. Firestore has then applied nothing, and the SDK repeats the commit.
 */
async function orBySdk(
  writes: readonly Write[],
  sent: Promise<Timestamp | null>,
  bySdk: () => Promise<Timestamp | null>,
): Promise<Timestamp | null> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof NeedsSdk || (isAborted(error) && !writes.every(isConditional))) return bySdk();
    throw error;
  }
}

async function commitBySdk(firestore: Firestore, writes: readonly Write[]): Promise<Timestamp | null> {
  const batch = firestore.batch();
  for (const write of writes) addTo(batch, firestore, write);
  return (await batch.commit())[0]?.writeTime ?? null;
}

/** Reads at a given time use a read-only transaction, which adds no round trip. */
function at<R>(firestore: Firestore, spec: QuerySpec, read: (tx?: FirebaseFirestore.Transaction) => Promise<R>): Promise<R> {
  if (!spec.readTime) return read();
  return firestore.runTransaction((tx) => read(tx), { readOnly: true, readTime: spec.readTime });
}
