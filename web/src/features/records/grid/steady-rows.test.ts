import type { DataRecord } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { steadyRows } from './steady-rows.ts';

const rowsOf = (...names: string[]) =>
  names.map((name): DataRecord => ({ id: name.charAt(0), title: name, createdAt: '', updatedAt: '' }) as DataRecord);
const steady = (shown: string[], next: string[]) => {
  const { rows, ...rest } = steadyRows(rowsOf(...shown), rowsOf(...next));
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

test('rows that have not changed are the same list, so that the table draws nothing', () => {
  const shown = rowsOf('a', 'b');
  expect(steadyRows(shown, [...rowsOf('x'), ...shown]).rows).toBe(shown);
});
