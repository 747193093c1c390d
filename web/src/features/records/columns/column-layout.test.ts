import { expect, test } from 'vitest';
import { arranged, moved } from './column-layout.ts';

test.each([
  [['a', 'b', 'c'], [], ['a', 'b', 'c']],
  [
    ['a', 'b', 'c'],
    ['c', 'a', 'b'],
    ['c', 'a', 'b'],
  ],
  [
    ['a', 'new', 'b', 'c'],
    ['c', 'a', 'b'],
    ['c', 'a', 'new', 'b'],
  ],
  [['first', 'a'], ['a'], ['first', 'a']],
  [
    ['a', 'c'],
    ['c', 'gone', 'a'],
    ['c', 'a'],
  ],
])('%j in the order %j stand as %j', (names, order, result) => {
  expect(arranged(names, { order })).toEqual(result);
});

test('a column moves by one place and no farther than the ends', () => {
  expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 'a', 5)).toEqual(['b', 'c', 'a']);
});
