import { expect, test } from 'vitest';
import { Timestamp } from '../model/value.ts';
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
