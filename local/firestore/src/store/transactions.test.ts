import { expect, test } from 'vitest';
import { put, query } from '../../test/support/engine-builders.ts';
import type { Database } from './engine.ts';
import { createEngine } from './create-engine.ts';
import { LockQueue } from './lock-queue.ts';

async function databaseWith(lockWaitMs: number): Promise<Database> {
  const db = (await createEngine({ indexMode: 'strict', lockWaitMs })).database('demo', '(default)');
  await db.commit([put('c/a', { n: 0n })]);
  return db;
}

function outcome(commit: Promise<unknown>): Promise<string> {
  return commit.then(
    () => 'OK',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );
}

test('a foreign write waits until the reader of the document ends', async () => {
  const db = await databaseWith(5000);
  const transaction = db.beginTransaction({ kind: 'readWrite' });
  db.get('c/a', { transaction });
  const order: string[] = [];
  const foreign = db.commit([put('c/a', { n: 2n })]).then(() => order.push('foreign'));
  const other = db.commit([put('c/b', { n: 2n })]).then(() => order.push('unrelated'));
  await other;
  await db.commit([put('c/a', { n: 1n })], { transaction }).then(() => order.push('own'));
  await foreign;
  expect(order).toEqual(['unrelated', 'own', 'foreign']);
  expect(db.get('c/a')?.fields.get('n')).toBe(2n);
});

test('a foreign write is aborted when the lock lasts, and the transaction lives on', async () => {
  const db = await databaseWith(20);
  const transaction = db.beginTransaction({ kind: 'readWrite' });
  db.get('c/missing', { transaction });
  expect(await outcome(db.commit([put('c/missing', {})]))).toBe('ABORTED: Transaction lock timeout.');
  expect(await outcome(db.commit([{ kind: 'verify', path: 'c/missing', precondition: { kind: 'exists', exists: false } }]))).toBe(
    'ABORTED: Transaction lock timeout.',
  );
  expect(await outcome(db.commit([put('c/missing', {})], { transaction }))).toBe('OK');
});

test('a query locks its collection id under any parent', async () => {
  const db = await databaseWith(20);
  const transaction = db.beginTransaction({ kind: 'readWrite' });
  db.runQuery(query('c'), { transaction });
  expect(await outcome(db.commit([put('x/1/c/new', {})]))).toBe('ABORTED: Transaction lock timeout.');
  expect(await outcome(db.commit([put('d/new', {})]))).toBe('OK');
  db.rollback(transaction);
  expect(await outcome(db.commit([put('x/1/c/new', {})]))).toBe('OK');
});

test('of two readers that both write, the first gives way at once and the second succeeds', async () => {
  const db = await databaseWith(60_000);
  const [first, second] = [db.beginTransaction({ kind: 'readWrite' }), db.beginTransaction({ kind: 'readWrite' })];
  for (const transaction of [first, second]) db.get('c/a', { transaction });
  const results = await Promise.all([
    outcome(db.commit([put('c/a', { n: 1n })], { transaction: first })),
    outcome(db.commit([put('c/a', { n: 2n })], { transaction: second })),
  ]);
  expect(results).toEqual([expect.stringContaining('ABORTED: Aborted due to cross-transaction contention'), 'OK']);
  expect(db.get('c/a')?.fields.get('n')).toBe(2n);
});

test('concurrent increments in transactions that retry lose nothing', async () => {
  const db = await databaseWith(1000);
  const increment = async (): Promise<void> => {
    const transaction = db.beginTransaction({ kind: 'readWrite' });
    const n = db.get('c/a', { transaction })?.fields.get('n');
    await Promise.resolve();
    const result = await outcome(db.commit([put('c/a', { n: BigInt(Number(n) + 1) })], { transaction }));
    if (result !== 'OK') await increment();
  };
  await Promise.all(Array.from({ length: 20 }, increment));
  expect(db.get('c/a')?.fields.get('n')).toBe(20n);
});

test('a read-only transaction sees the state at its start and cannot write', async () => {
  const db = await databaseWith(20);
  const transaction = db.beginTransaction({ kind: 'readOnly' });
  expect(await outcome(db.commit([put('c/a', { n: 5n })]))).toBe('OK');
  expect(db.get('c/a', { transaction })?.fields.get('n')).toBe(0n);
  expect(db.runQuery(query('c'), { transaction }).documents[0]?.fields.get('n')).toBe(0n);
  expect(await outcome(db.commit([put('c/a', {})], { transaction }))).toBe(
    'INVALID_ARGUMENT: Cannot modify entities in a read-only transaction.',
  );
});

test('ended and unknown transactions are told apart from what is no id', async () => {
  const db = await databaseWith(20);
  const transaction = db.beginTransaction({ kind: 'readWrite' });
  expect(await outcome(db.commit([], { transaction }))).toBe('OK');
  expect(() => db.get('c/a', { transaction })).toThrow('The referenced transaction has expired or is no longer valid.');
  expect(() => db.rollback(transaction)).not.toThrow();
  expect(() => db.get('c/a', { transaction: 'x' })).toThrow('Invalid transaction.');
});

test('a failed precondition ends a transaction, an invalid write does not', async () => {
  const db = await databaseWith(20);
  const transaction = db.beginTransaction({ kind: 'readWrite' });
  expect(await outcome(db.commit([put('c/a', { __bad__: 1n })], { transaction }))).toContain('INVALID_ARGUMENT');
  expect(await outcome(db.commit([put('c/a', {}, { precondition: { kind: 'exists', exists: false } })], { transaction }))).toContain(
    'ALREADY_EXISTS',
  );
  expect(await outcome(db.commit([put('c/a', {})], { transaction }))).toContain('has expired');
});

test('a transaction that is idle for more than a minute frees its locks', async () => {
  let now = 0;
  const locks = new LockQueue(1000, () => now);
  const transaction = locks.transactions.begin(false, 0);
  locks.transactions.lockPath(transaction, 'c/a');
  now = 59_000;
  expect(locks.isFree(['c/a'], undefined)).toBe(false);
  now = 60_001;
  expect(locks.isFree(['c/a'], undefined)).toBe(true);
});

test('no transaction lasts longer than 270 seconds, however busy', () => {
  let now = 0;
  const { transactions } = new LockQueue(1000, () => now);
  const { id } = transactions.begin(false, 0);
  for (now = 0; now <= 270_000; now += 30_000) transactions.require(id);
  expect(() => transactions.require(id)).toThrow('has expired');
});
