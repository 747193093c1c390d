import { expect, test, vi } from 'vitest';
import { asc, put, query, remove } from '../../test/support/engine-builders.ts';
import type { Call } from '../actions/call.ts';
import type { Database } from '../store/engine.ts';
import type { Document } from '../model/document.ts';
import type { Timestamp } from '../model/value.ts';
import type { Write } from '../model/write.ts';
import { createEngine } from '../store/create-engine.ts';
import { queryTarget } from './query-target.ts';
import type { Target, TargetEvent } from './target.ts';

const firstTwo = query('c', { orderBy: asc('n'), limit: 2 });

async function openDatabase(): Promise<Database> {
  const engine = await createEngine({ indexMode: 'strict' });
  return engine.database('demo', '(default)');
}

function targetOf(database: Database): Target {
  // Targets ask a call only for whom it is.
  return queryTarget(2, firstTwo, { call: { caller: { kind: 'admin' } } as Call, database });
}

async function commit(database: Database, ...writes: Write[]): Promise<Timestamp> {
  return (await database.commit(writes)).commitTime;
}

const n = (id: string, value: number) => put(`c/${id}`, { n: BigInt(value) });
const told = (events: readonly TargetEvent[] | undefined) =>
  events?.map((event) => `${event.kind} ${event.kind === 'deleted' ? event.path : named(event.document)}`);
const named = ({ path, fields }: Document) => `${path} ${String(fields.get('n'))}`;

test('a window shows no commit that comes after the one it is told', async () => {
  const database = await openDatabase();
  const start = await commit(database, n('a', 1), n('b', 2), n('c', 3));
  const target = targetOf(database);
  target.current();
  await commit(database, remove('c/a'));
  await commit(database, n('c', 30), n('d', 4));
  const [first, second] = database.commitsSince(start) ?? [];
  expect(first && told(target.apply(first.changes, first.commitTime))).toEqual(['in c/c 3', 'deleted c/a']);
  expect(second && told(target.apply(second.changes, second.commitTime))).toEqual(['in c/d 4', 'out c/c 30']);
});

test('a window resumes from what it held then, also after an hour in which nothing was written', async () => {
  const database = await openDatabase();
  const start = await commit(database, n('a', 1), n('b', 2), n('c', 3));
  const wall = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
  try {
    const idle = targetOf(database);
    expect(idle.resume(start, database.commitsSince(start), database.readTime())).toEqual([]);
    await commit(database, remove('c/a'));
    const target = targetOf(database);
    expect(told(target.resume(start, database.commitsSince(start), database.readTime()))).toEqual(['in c/c 3', 'deleted c/a']);
  } finally {
    wall.mockRestore();
  }
});

test('a window whose past is unknown cannot resume', async () => {
  const database = await openDatabase();
  const start = await commit(database, n('a', 1));
  expect(targetOf(database).resume(start, undefined, database.readTime())).toBeUndefined();
});
