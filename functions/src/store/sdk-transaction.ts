import { setTimeout as pause } from 'node:timers/promises';
import type { Firestore } from '@google-cloud/firestore';
import { isAborted, isTransient } from './model/firestore-errors.ts';
import type { QuerySpec } from './model/query-spec.ts';
import { toRow } from './model/row.ts';
import { addTo } from './model/writes.ts';
import { masked } from './masked.ts';
import { toQuery } from './to-query.ts';
import type { LockingReads, RunTransaction, Worked } from './model/locking.ts';

/** Locking transactions by the SDK. */
export function transactionBySdk(firestore: Firestore): RunTransaction {
  return <R>(work: (reads: LockingReads) => Promise<Worked<R>>) =>
    soonAgain(firestore, async (tx) => {
      const worked = await work(readsOf(firestore, tx));
      for (const write of worked.writes) addTo(tx, firestore, write);
      return worked;
    });
}

function readsOf(firestore: Firestore, tx: FirebaseFirestore.Transaction): LockingReads {
  return {
    async getAll<T>(paths: readonly string[], select?: readonly string[]) {
      const snapshots = await tx.getAll(...paths.map((path) => firestore.doc(path)), masked(select));
      return snapshots.map((snapshot) => toRow<T>(snapshot));
    },
    async query<T>(spec: QuerySpec) {
      const snapshot = await tx.get(toQuery(firestore, spec));
      return { rows: snapshot.docs.map((doc) => toRow<T>(doc)).filter((row) => row !== null), readTime: snapshot.readTime };
    },
    async count(spec: QuerySpec) {
      return (await tx.get(toQuery(firestore, spec).count())).data().count;
    },
  };
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
