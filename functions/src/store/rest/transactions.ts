import { setTimeout as pause } from 'node:timers/promises';
import { isAborted, isTransient, isUnavailable } from '../model/firestore-errors.ts';
import type { QuerySpec } from '../model/query-spec.ts';
import type { Write } from '../model/writes.ts';
import type { LockingReads, RunTransaction, Worked } from '../model/locking.ts';
import { mostBytes } from './commits.ts';
import { batchGet, foundIn, type GetAnswer } from './gets.ts';
import { aggregated, type CountAnswer, countIn, placeOf, type QueryAnswer, queried, rowsIn } from './queries.ts';
import { type Transport, UnknownFate } from './transport.ts';
import { NeedsSdk } from './values.ts';
import { wireWrite } from './writes.ts';

/**
 * Of two transactions that meet, Firestore aborts one at once; it goes again as soon as the other may have committed, and later with
 * the pauses of the SDK.
 */
const pausesMillis = [20, 100, 1000, 1500, 2250, 3400];

/**
 * Locking transactions over REST: the first read begins it, and its name goes along with all that follows.
 * https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/batchGet, `newTransaction`
 */
export function createTransactions(transport: Transport, root: string): RunTransaction {
  return async <R>(work: (reads: LockingReads) => Promise<Worked<R>>) => {
    let earlier: string | undefined;
    for (let attempt = 0; ; attempt += 1) {
      const one = begin(transport, { root, earlier });
      try {
        const worked = await work(one.reads);
        await one.commit(worked.writes);
        return worked;
      } catch (error) {
        const millis = pausesMillis[attempt];
        earlier = await one.end(error);
        if (millis === undefined || !mayGoAgain(error, one.isSent())) throw error;
        await pause(millis * (0.5 + Math.random()));
      }
    }
  };
}

/** @param isSent whether the commit was: then only an answer that nothing was written allows another attempt */
function mayGoAgain(error: unknown, isSent: boolean): boolean {
  if (isAborted(error)) return true;
  return isSent ? !(error instanceof UnknownFate) && isUnavailable(error) : isTransient(error);
}

function begin(transport: Transport, { root, earlier }: { root: string; earlier: string | undefined }) {
  let opening: Promise<string> | undefined;
  let isSent = false;

  /** Further reads wait for the first one, whose answer names the transaction. */
  async function ask<A extends { readonly transaction?: string }>(path: string, content: object): Promise<A[]> {
    if (opening) return (await post(path, { ...content, transaction: await opening })) as A[];
    const readWrite = earlier === undefined ? {} : { retryTransaction: earlier };
    const first = post(path, { ...content, newTransaction: { readWrite } }) as Promise<A[]>;
    opening = first.then((answers) => answers.find(({ transaction }) => transaction)?.transaction ?? missing());
    opening.catch(() => {}); // the read itself tells it
    return first;
  }

  function post(path: string, content: object): Promise<unknown> {
    return transport.send('POST', path, { body: JSON.stringify(content), repeat: false });
  }

  const reads: LockingReads = {
    async getAll<T>(paths: readonly string[], select?: readonly string[]) {
      return foundIn<T>(await ask<GetAnswer>(`${root}:batchGet`, batchGet(paths, { root, select })), paths, root);
    },
    async query<T>(spec: QuerySpec) {
      const { parent, collection } = groupless(spec);
      return rowsIn<T>(await ask<QueryAnswer>(`${parent}:runQuery`, queried(spec, collection)), root);
    },
    async count(spec: QuerySpec) {
      const { parent, collection } = groupless(spec);
      return countIn(await ask<CountAnswer>(`${parent}:runAggregationQuery`, aggregated(spec, collection))).count;
    },
  };

  return {
    reads,
    isSent: () => isSent,
    async commit(writes: readonly Write[]): Promise<void> {
      const text = writes.map((write) => wireWrite(write, root)).join(',');
      if (Buffer.byteLength(text) > mostBytes) throw new NeedsSdk('a commit that is shorter in the SDK’s format');
      const name = opening && (await opening);
      if (name === undefined && writes.length === 0) return;
      isSent = true;
      const transaction = name === undefined ? '' : `,"transaction":${JSON.stringify(name)}`;
      await transport.send('POST', `${root}:commit`, { body: `{"writes":[${text}]${transaction}}`, repeat: false });
    },
    /** Gives its locks back, unless Firestore has done so. @returns its name when it gave way to another one, for the next attempt */
    async end(error: unknown): Promise<string | undefined> {
      const name = await nameOrNone();
      if (name === undefined || isAborted(error)) return name;
      await rollBack(name);
      return undefined;
    },
  };

  async function nameOrNone(): Promise<string | undefined> {
    try {
      return await opening;
    } catch {
      return undefined; // the first read failed
    }
  }

  async function rollBack(transaction: string): Promise<void> {
    try {
      await post(`${root}:rollback`, { transaction });
    } catch {
      // Firestore ends it by itself, later.
    }
  }

  function groupless(spec: QuerySpec) {
    if (spec.group) throw new NeedsSdk('a collection group');
    return placeOf(spec, root);
  }
}

function missing(): never {
  throw new Error('Firestore began no transaction.');
}
