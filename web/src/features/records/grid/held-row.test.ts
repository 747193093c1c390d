import type { DataRecord } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { holdRow, withHeldRow } from './held-row.ts';

const row = (id: string, title = id) => ({ id, title, createdAt: '', updatedAt: '' }) as DataRecord;
const page = [row('a'), row('b'), row('c')];
const shown = (rows: readonly DataRecord[], id: string) => {
  const held = holdRow(page, id);
  return held ? withHeldRow(rows, held) : [];
};
const titles = (rows: readonly DataRecord[]) => rows.map(({ title }) => title);

test('the held row stays as it was, in its place among the others', () => {
  expect(shown(page, 'b')).toBe(page);
  expect(titles(shown([row('new'), row('a'), row('b', 'theirs')], 'b'))).toEqual(['new', 'a', 'b']);
});

test('the held row stays when it is deleted or pushed off the page', () => {
  expect(titles(shown([row('a'), row('c')], 'b'))).toEqual(['a', 'b', 'c']);
  expect(titles(shown([row('x'), row('y'), row('a')], 'c'))).toEqual(['x', 'y', 'a', 'c']);
  expect(titles(shown([row('b'), row('c')], 'a'))).toEqual(['a', 'b', 'c']);
  expect(titles(shown([], 'c'))).toEqual(['c']);
});

test('a row that is not there is not held', () => {
  expect(holdRow(page, 'z')).toBeNull();
});
