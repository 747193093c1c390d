import { setTimeout as pause } from 'node:timers/promises';
import type { Firestore, ReadOptions } from '@google-cloud/firestore';
import type { InstanceMemory } from '../memory/instance-memory.ts';
import { afterCommit } from './after-commit.ts';
import { isAborted, isTransient } from './model/firestore-errors.ts';
import { charge } from './model/meter.ts';
import type { QueryGuard, QuerySpec } from './model/query-spec.ts';
import { toRow } from './model/row.ts';
import { type Door, type Readers, withReaders } from './readers.ts';
import { toQuery } from './to-query.ts';
import { addTo, type Write } from './model/writes.ts';

/** All reads come before the first write. */
export type Transaction = Readers & WritingDoor;

interface WritingDoor extends Door {
  write(...writes: readonly Write[]): void;
}

/** The SDK's option for top-level fields. */
export function masked(select: readonly string[] | undefined): ReadOptions {
  return select ? { fieldMask: [...select] } : {};
}

interface Opening<R> {
  readonly firestore: Firestore;
  readonly guard: QueryGuard;
  readonly memory: InstanceMemory;
  readonly work: (tx: Transaction) => Promise<R>;
}

/** Retried attempts bill their reads again; writes are billed once, when the commit succeeds. */
export async function openTransaction<R>({ firestore, guard, memory, work }: Opening<R>): Promise<R> {
  let written: Write[] = [];
  let began = 0;
  const result = await soonAgain(firestore, async (tx) => {
    written = [];
    began = memory.now();
    const door: WritingDoor = {
      async get<T>(path: string, select?: readonly string[]) {
        charge('reads', 1);
        if (!select) return toRow<T>(await tx.get(firestore.doc(path)));
        const [snapshot] = await tx.getAll(firestore.doc(path), masked(select));
        return snapshot ? toRow<T>(snapshot) : null;
      },
      async getAll<T>(paths: readonly string[], select?: readonly string[]) {
        if (paths.length === 0) return [];
        charge('reads', paths.length);
        const snapshots = await tx.getAll(...paths.map((path) => firestore.doc(path)), masked(select));
        return snapshots.map((snapshot) => toRow<T>(snapshot));
      },
      async query<T>(spec: QuerySpec) {
        guard(spec);
        const snapshot = await tx.get(toQuery(firestore, spec));
        charge('reads', Math.max(1, snapshot.size + (spec.offset ?? 0)));
        return { rows: snapshot.docs.map((doc) => toRow<T>(doc)).filter((row) => row !== null), readTime: snapshot.readTime };
      },
      async count(spec: QuerySpec) {
        guard(spec);
        const { count } = (await tx.get(toQuery(firestore, spec).count())).data();
        charge('reads', Math.max(1, Math.ceil(count / 1000)));
        return count;
      },
      write(...writes: readonly Write[]) {
        for (const write of writes) addTo(tx, firestore, write);
        written.push(...writes);
      },
    };
    return work(withReaders(door));
  });
  afterCommit(memory, written, began);
  return result;
}

/** Meanwhile the other transaction commits. */
const firstPausesMillis = [20, 100];

/**
 * Of two transactions that meet, Firestore aborts one at once. The SDK would let it rest for about a second while somebody waits
 * for an answer, so its first two tries again come sooner. For whatever happens then, the SDK's own tries and pauses are right.
 */
async function soonAgain<R>(firestore: Firestore, work: (tx: FirebaseFirestore.Transaction) => Promise<R>): Promise<R> {
  for (const millis of firstPausesMillis) {
    try {
      return await firestore.runTransaction(work, { maxAttempts: 1 });
    } catch (error) {
      if (isTransient(error)) break;
      if (!isAborted(error)) throw error;
      await pause(millis * (0.5 + Math.random()));
    }
  }
  return firestore.runTransaction(work);
}
