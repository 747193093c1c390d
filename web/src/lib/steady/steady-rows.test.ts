import type { DataRecord } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { goneKeys, steadyRows } from './steady-rows.ts';

const rowsOf = (...names: string[]) =>
  names.map((name): DataRecord => ({ id: name.charAt(0), title: name, createdAt: '', updatedAt: '' }) as DataRecord);
const idOf = ({ id }: DataRecord) => id;
const steady = (shown: string[], next: string[]) => {
  const { rows, ...rest } = steadyRows(rowsOf(...shown), rowsOf(...next), idOf);
  return { rows: rows.map(({ title }) => title), ...rest };
};

test.each([
  { what: 'new records wait', next: ['x', 'y', 'a', 'b', 'c'], rows: ['a', 'b', 'c'], waiting: 2, isBehind: true },
  { what: 'a new value shows in its place', next: ['a', 'b2', 'c'], rows: ['a', 'b2', 'c'], waiting: 0, isBehind: false },
  { what: 'a deleted record keeps its place', next: ['a', 'c'], rows: ['a', 'b', 'c'], waiting: 0, isBehind: true },
  { what: 'another order waits', next: ['c', 'a', 'b'], rows: ['a', 'b', 'c'], waiting: 0, isBehind: true },
  { what: 'what follows the last row is added', next: ['a', 'b', 'c', 'z'], rows: ['a', 'b', 'c', 'z'], waiting: 0, isBehind: false },
  { what: 'a page of others waits as a whole', next: ['x', 'y', 'z'], rows: ['a', 'b', 'c'], waiting: 3, isBehind: true },
  { what: 'an emptied page keeps its rows', next: [], rows: ['a', 'b', 'c'], waiting: 0, isBehind: true },
])('$what', ({ next, rows, waiting, isBehind }) => {
  expect(steady(['a', 'b', 'c'], next)).toEqual({ rows, waiting, isBehind });
});

test.each([
  { what: 'the last of a full page went to the next one', next: ['x', 'a', 'b'], gone: [] },
  { what: 'all of a full page went to the next one', next: ['x', 'y', 'z'], gone: [] },
  { what: 'a row within was deleted', next: ['a', 'c'], gone: ['b'] },
  { what: 'the last was deleted', next: ['a', 'b'], gone: ['c'] },
  { what: 'one was deleted and one is new', next: ['x', 'a', 'c'], gone: ['b'] },
  { what: 'the list was emptied', next: [], gone: ['a', 'b', 'c'] },
])('of rows that left, those that exist no more are told: $what', ({ next, gone }) => {
  expect([...goneKeys(rowsOf('a', 'b', 'c'), rowsOf(...next), idOf)]).toEqual(gone);
});

test('rows that have not changed are the same list, so that the table draws nothing', () => {
  const shown = rowsOf('a', 'b');
  expect(steadyRows(shown, [...rowsOf('x'), ...shown], idOf).rows).toBe(shown);
});
