import { AggregateField, FieldPath, type Firestore, type Timestamp } from '@google-cloud/firestore';
import { createInstanceMemory, type InstanceMemory } from '../memory/instance-memory.ts';
import { isAborted, isNotFound } from './model/firestore-errors.ts';
import { charge, unmetered } from './model/meter.ts';
import { afterCommit } from './after-commit.ts';
import { createOptimistic } from './optimistic.ts';
import { NeedsTransaction } from './optimistic-transaction.ts';
import { isMerge, type QueryGuard, type QuerySpec } from './model/query-spec.ts';
import type { RestFirestore } from './rest/rest-firestore.ts';
import { NeedsSdk } from './rest/values.ts';
import { isConditional } from './rest/writes.ts';
import { type Row, toRow } from './model/row.ts';
import { type Door, type Readers, withReaders } from './readers.ts';
import { toQuery } from './to-query.ts';
import { masked, openTransaction, type Transaction } from './transaction.ts';
import { addTo, type Write } from './model/writes.ts';

/**
 * The only door to Firestore. Every call adds to the request's meter what Firestore bills for it
 * (max(1, documents) for a query, 1 per started 1,000 for a count, each attempt of a transaction).
 * `T` is what the caller knows the collection to hold.
 */
export type Store = Readers & StoreDoor;

interface StoreDoor extends Door {
  /** Values that this instance keeps between requests. */
  readonly memory: InstanceMemory;
  /** The same, and what it cost in billed reads. */
  counted(spec: QuerySpec): Promise<{ count: number; reads: number }>;
  /** Over the numbers in one field, and how many documents were looked at. */
  sum(spec: QuerySpec, path: string): Promise<{ sum: number; average: number | null; count: number }>;
  /**
   * Atomic; see `create`, `set`, `update`, `remove` in writes.ts.
   * @returns the update time of the first document, where Firestore told it @throws what isAlreadyExists, isNotFound recognise
   */
  commit(writes: readonly Write[]): Promise<Timestamp | null>;
  /**
   * Adds 1 to a number, or takes it away again, in one commit that waits for nobody's lock, so that a crowd counts exactly and at once.
   * @returns the number after it; null where there is no such document
   */
  increment(path: string, field: string, by?: 1 | -1): Promise<number | null>;
  /** Reads before writes; runs again when what it read changed meanwhile. */
  transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R>;
  /**
   * The same without locks, and in two round trips, when every document that is read is also written; else a transaction.
   * @param path of the document that calls race for: those of this instance go one after the other
   */
  optimistic<R>(path: string, work: (tx: Transaction) => Promise<R>): Promise<R>;
  /** Calls back now and after each change. @returns the function that stops it */
  listen<T>(path: string, onChange: (row: Row<T> | null) => void, onError: (error: Error) => void): () => void;
  /** Calls back with the ids of the documents that match now, and of those that come, change or go later. @returns the function that stops it */
  listenAll(spec: QuerySpec, onChange: (ids: readonly string[]) => void, onError: (error: Error) => void): () => void;
  /** Any number of writes, each by itself: one that fails does not hold up the others. */
  bulk(writes: readonly Write[]): Promise<void>;
}

interface StoreOptions {
  readonly guard?: QueryGuard;
  /** For single reads and commits; without it the SDK sends them too. */
  readonly rest?: RestFirestore | undefined;
  readonly memory?: InstanceMemory;
}

export function createStore(firestore: Firestore, options: StoreOptions = {}): Store {
  const { guard = () => {}, rest, memory = createInstanceMemory() } = options;
  const transaction = <R>(work: (tx: Transaction) => Promise<R>) => openTransaction({ firestore, guard, memory, work });
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
      const count = rest ? await orNull(rest.increment(path, field, by)) : await incrementBySdk(firestore, path, field, by);
      if (count !== null) charge('writes', 1);
      return count;
    },
    transaction,
    async optimistic<R>(path: string, work: (tx: Transaction) => Promise<R>) {
      try {
        return await optimistic(path, work);
      } catch (error) {
        if (!(error instanceof NeedsTransaction)) throw error;
        return transaction(work);
      }
    },
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

/** The SDK does not pass on what a transform made of a number. */
function incrementBySdk(firestore: Firestore, path: string, field: string, by: 1 | -1): Promise<number | null> {
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
 * Falls back to the SDK where REST cannot send the writes, and where an unconditional write met a lock of a transaction: Firestore
 * applied nothing then, and the SDK repeats the commit until the lock is gone.
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

/** Reads at one moment go through a read-only transaction, which costs no further round trip. */
function at<R>(firestore: Firestore, spec: QuerySpec, read: (tx?: FirebaseFirestore.Transaction) => Promise<R>): Promise<R> {
  if (!spec.readTime) return read();
  return firestore.runTransaction((tx) => read(tx), { readOnly: true, readTime: spec.readTime });
}
