import { expect, test } from 'vitest';
import type { Document } from '../model/document.ts';
import { Timestamp } from '../model/value.ts';
import { Row } from './row.ts';
import { SortedIndex } from './sorted-index.ts';

const row = (n: number): Row =>
  new Row(String(n), {
    path: String(n),
    fields: new Map(),
    createTime: new Timestamp(0, 0),
    updateTime: new Timestamp(0, 0),
  } satisfies Document);
const compare = (a: number, _a: Row, b: number): number => a - b;

test('insertions and removals in any order keep the order, across many chunks', () => {
  const index = new SortedIndex<number>(compare);
  const rows = Array.from({ length: 5000 }, (_, i) => row(i));
  for (let i = 0; i < 5000; i++) index.insert((i * 1999) % 5000, rows[(i * 1999) % 5000] ?? row(0));
  expect(index.allRows().map(({ path }) => Number(path))).toEqual(rows.map((_, i) => i));
  for (let i = 0; i < 5000; i += 2) index.remove(i, rows[i] ?? row(0));
  expect(index.allRows().map(({ path }) => Number(path))).toEqual(rows.map((_, i) => i).filter((i) => i % 2 === 1));
  expect(index.size).toBe(2500);
});

test('a range is read in both directions and counted', () => {
  const index = new SortedIndex<number>(
    compare,
    Array.from({ length: 2000 }, (_, i) => ({ key: i, rows: [row(i)] })),
  );
  const from = index.seek((key) => key >= 300);
  const to = index.seek((key) => key >= 1500);
  const numbers = Array.from({ length: 1200 }, (_, i) => i + 300);
  expect([...index.scan(from, to)].map(({ path }) => Number(path))).toEqual(numbers);
  expect([...index.scan(from, to, true)].map(({ path }) => Number(path))).toEqual(numbers.toReversed());
  expect([index.distance(from, to), index.distance(to, index.end), index.distance(to, from)]).toEqual([1200, 500, 0]);
  expect([...index.scan(index.end, index.end, true)]).toEqual([]);
});

test('removing what is not there is a defect and says so', () => {
  expect(() => new SortedIndex<number>(compare).remove(1, row(1))).toThrow('The index lost its entry for 1.');
});
