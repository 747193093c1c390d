import { expect, test } from 'vitest';
import { anyPart, type IndexedPart } from './conditions.ts';

const part = (disjuncts: number, terms: number): IndexedPart => ({
  where: [['n', '==', 1]],
  rest: [],
  exact: true,
  near: true,
  impossible: false,
  disjuncts,
  terms,
});

test('the indexes are asked for thirty sets of conditions, with ninety conditions in all', () => {
  expect(anyPart([part(30, 3)])).not.toBeNull();
  expect(anyPart([part(31, 1)])).toBeNull();
  expect(anyPart([part(10, 5), part(10, 4)])).not.toBeNull();
  expect(anyPart([part(10, 5), part(10, 5)])).toBeNull();
});
