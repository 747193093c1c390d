import { expect, test } from 'vitest';
import { widestSets } from './widest-sets.ts';

test('a set that another one includes is left out, whatever the order of its conditions', () => {
  expect(widestSets([['a'], ['a', 'b'], ['b', 'c'], ['c', 'b'], ['b', 'b', 'd']])).toEqual([['a'], ['b', 'c'], ['b', 'b', 'd']]);
  expect(widestSets([['a'], [], ['b']])).toEqual([[]]);
  expect(widestSets([])).toEqual([]);
});

test('of very many sets only those that stand there twice are left out: all pairs would take seconds', () => {
  const sets = Array.from({ length: 299 }, (_, i) => ['a', i]);
  expect(widestSets([['a'], ...sets])).toEqual([['a']]);
  expect(widestSets([['a'], ...sets, ...sets, ['a', 299]])).toHaveLength(301);
});
