import { expect, test } from 'vitest';
import { map, put, query, where } from '../../test/support/engine-builders.ts';
import type { Aggregation } from '../model/query.ts';
import type { Value } from '../model/value.ts';
import { createEngine } from '../store/create-engine.ts';

async function databaseWith(values: readonly (Value | undefined)[]) {
  const db = (await createEngine({ indexMode: 'permissive' })).database('demo', '(default)');
  await db.commit(values.map((value, i) => put(`c/${i}`, { i: BigInt(i), ...(value !== undefined && { v: value }) })));
  return db;
}

const sum: Aggregation = { alias: 's', op: { kind: 'sum', field: ['v'] } };
const avg: Aggregation = { alias: 'a', op: { kind: 'avg', field: ['v'] } };
const max = 2n ** 63n - 1n;

test.each<[string, readonly (Value | undefined)[], Value, Value]>([
  ['integers', [1n, 2n, 4n], 7n, 7 / 3],
  ['integers and doubles', [1n, 2.5], 3.5, 1.75],
  ['only doubles that are whole', [1, 2], 3, 1.5],
  ['what is no number', ['x', null, map({ x: 1n }), 3n], 3n, 3],
  ['missing fields', [undefined, 3n], 3n, 3],
  ['nothing', [], 0n, null],
  ['only strings', ['x'], 0n, null],
  ['an overflow that comes back', [max, max, -max], max, Number(max) / 3],
  ['an overflow', [max, max], Number(max) * 2, Number(max)],
  ['NaN', [1n, Number.NaN], Number.NaN, Number.NaN],
  ['infinities', [Infinity, -Infinity], Number.NaN, Number.NaN],
])('sum and average of %s', async (_what, values, expectedSum, expectedAverage) => {
  const { result } = (await databaseWith(values)).runAggregation(query('c'), [sum, avg]);
  expect([result.get('s'), result.get('a')]).toEqual([expectedSum, expectedAverage]);
});

test('documents without a summed field drop out of the count too', async () => {
  const db = await databaseWith([1n, undefined, 'x']);
  const { result } = db.runAggregation(query('c'), [{ alias: 'n', op: { kind: 'count' } }, sum]);
  expect(result).toEqual(map({ n: 2n, s: 1n }));
});

test('count stops at its limit, and limit and offset apply first', async () => {
  const db = await databaseWith(Array.from({ length: 200 }, (_, i) => BigInt(i)));
  const counted = (upTo: bigint | undefined, more = {}) =>
    db.runAggregation(query('c', more), [{ alias: '', op: { kind: 'count', ...(upTo && { upTo }) } }]).result.get('field_1');
  expect([counted(undefined), counted(7n), counted(500n)]).toEqual([200n, 7n, 200n]);
  expect([counted(undefined, { limit: 3 }), counted(undefined, { offset: 150 }), counted(undefined, { offset: 150, limit: 100 })]).toEqual([
    3n,
    50n,
    50n,
  ]);
  expect(counted(undefined, { where: where('v', 'GREATER_THAN_OR_EQUAL', 190n), offset: 4 })).toBe(6n);
});

test('unnamed aggregations are field_1, field_2 and so on', async () => {
  const db = await databaseWith([1n]);
  const { result } = db.runAggregation(query('c'), [
    { ...sum, alias: '' },
    { ...avg, alias: 'field_1' },
    { alias: '', op: { kind: 'count' } },
  ]);
  expect([...result.keys()]).toEqual(['field_2', 'field_1', 'field_3']);
});

test('a count of many entries bills one read per thousand', async () => {
  const db = (await createEngine({ indexMode: 'permissive' })).database('demo', '(default)');
  for (let i = 0; i < 5; i++) await db.commit(Array.from({ length: 500 }, (_, j) => put(`c/${i * 500 + j}`, { n: 1n })));
  db.runAggregation(query('c', { where: where('n', 'EQUAL', 1n) }), [{ alias: 'n', op: { kind: 'count' } }]);
  expect(db.billed.reads).toBe(3);
});
