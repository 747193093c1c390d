import type { DocumentPath } from './model/collection.ts';
import type { Firestore } from '@google-cloud/firestore';
import type { InstanceMemory } from '../memory/instance-memory.ts';
import { afterCommit } from './after-commit.ts';
import { charge } from './model/meter.ts';
import type { QueryGuard, QuerySpec } from './model/query-spec.ts';
import type { LockingReads, Worked } from './model/locking.ts';
import type { Write } from './model/writes.ts';
import { type Door, type Readers, withReaders } from './readers.ts';
import type { RestFirestore } from './rest/rest-firestore.ts';
import { NeedsSdk } from './rest/values.ts';

/** All reads come before the first write. */
export type Transaction = Readers & WritingDoor;

interface WritingDoor extends Door {
  write(...writes: readonly Write[]): void;
}

interface Opening<R> {
  readonly firestore: Firestore;
  readonly rest: RestFirestore | undefined;
  readonly guard: QueryGuard;
  readonly memory: InstanceMemory;
  readonly work: (tx: Transaction) => Promise<R>;
}

/** Retried attempts bill their reads again; writes are billed once, when the commit succeeds. */
export async function openTransaction<R>({ firestore, rest, guard, memory, work }: Opening<R>): Promise<R> {
  let began = 0;
  const attempt = async (reads: LockingReads): Promise<Worked<R>> => {
    began = memory.now();
    const writes: Write[] = [];
    const tx = withReaders(doorOf(reads, { guard, write: (...more) => void writes.push(...more) }));
    return { result: await work(tx), writes };
  };
  const bySdk = async () => (await import('./sdk-transaction.ts')).transactionBySdk(firestore)(attempt);
  const { result, writes } = await (rest ? orBySdk(rest.transaction(attempt), bySdk) : bySdk());
  afterCommit(memory, writes, began);
  return result;
}

function doorOf(reads: LockingReads, { guard, write }: { guard: QueryGuard; write: WritingDoor['write'] }): WritingDoor {
  const getAll = async <T>(paths: readonly DocumentPath<T>[], select?: readonly string[]) => {
    if (paths.length === 0) return [];
    charge('reads', paths.length);
    return reads.getAll(paths, select);
  };
  return {
    write,
    getAll,
    get: async <T>(path: DocumentPath<T>, select?: readonly string[]) => (await getAll([path], select))[0] ?? null,
    async query<T>(spec: QuerySpec<T>) {
      guard(spec);
      const found = await reads.query(spec);
      charge('reads', Math.max(1, found.rows.length + (spec.offset ?? 0)));
      return found;
    },
    async count(spec: QuerySpec) {
      guard(spec);
      const count = await reads.count(spec);
      charge('reads', Math.max(1, Math.ceil(count / 1000)));
      return count;
    },
  };
}

async function orBySdk<R>(sent: Promise<R>, bySdk: () => Promise<R>): Promise<R> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof NeedsSdk) return bySdk();
    throw error;
  }
}
