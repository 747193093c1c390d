import { expect, test } from 'vitest';
import { Timestamp } from '../model/value.ts';
import type { IndexKey } from './index-spec.ts';
import { KeptIndex } from './kept-index.ts';
import { Row } from './row.ts';
import { SortedIndex } from './sorted-index.ts';

const time = new Timestamp(0, 0);
const row = (n: number) => new Row(String(n), { path: String(n), fields: new Map(), createTime: time, updateTime: time });
const anIndex = () => new KeptIndex([], new SortedIndex((key, _row, other) => Number(key) - Number(other)));

test('a reader sees every change, in the order of keys', () => {
  const index = anIndex();
  const rows = Array.from({ length: 100 }, (_, i) => row(i));
  for (const [i, each] of rows.entries()) index.change(each, [], [100 - i]);
  for (const [i, each] of rows.entries()) if (i % 2 === 0) index.change(each, [100 - i], i === 50 ? [1000] : []);
  const seen = index.catchUp().sorted.allRows();
  expect(seen.map(({ path }) => Number(path))).toEqual(
    [...rows.keys()]
      .filter((i) => i % 2 === 1)
      .toReversed()
      .concat(50),
  );
});

test('an index that nobody reads falls behind by less than 64 changes', () => {
  const index = anIndex();
  for (let i = 0; i < 1000; i++) {
    index.change(row(i), [], [i]);
    expect(i + 1 - index.sorted.size).toBeLessThan(64);
  }
});

test('of a row that changes again and again the last state alone is found', () => {
  const index = anIndex();
  const [a, b] = [row(1), row(2)];
  index.change(b, [], [5]);
  for (let i = 0; i < 1000; i++) index.change(a, i === 0 ? [] : [i - 1], [i]);
  expect(index.sorted.size).toBe(0);
  expect(index.catchUp().sorted.allRows()).toEqual([b, a]);
  index.change(a, [999], [1]);
  index.change(a, [1], [3]);
  expect(index.catchUp().sorted.allRows()).toEqual([a, b]);
});

test('a row that appears and goes while the index is behind leaves nothing, and one of the same name takes its place', () => {
  const index = anIndex();
  const [first, second] = [row(1), row(1)];
  index.change(first, [], [1]);
  index.catchUp();
  index.change(first, [1], [2]);
  index.change(first, [2], []);
  index.change(second, [], [1]);
  index.change(second, [1], []);
  expect(index.catchUp().sorted.size).toBe(0);
  index.change(first, [], [1]);
  index.change(first, [1], []);
  index.change(second, [], [1]);
  expect(index.catchUp().sorted.allRows()).toEqual([second]);
});

test('a large index may be further behind, since that is little beside its entries', () => {
  const rows = Array.from({ length: 50_000 }, (_, i) => row(i));
  const groups = rows.map((each, i) => ({ key: i, rows: [each] }));
  const index = new KeptIndex([], new SortedIndex<IndexKey>((key, _row, other) => Number(key) - Number(other), groups));
  const removed = (count: number) => rows.slice(0, count).forEach((each, i) => index.change(each, [i], []));
  removed(190);
  expect(index.sorted.size).toBe(50_000);
  removed(200);
  expect(index.sorted.size).toBeLessThan(50_000);
});
