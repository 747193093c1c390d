import { expect, test } from 'vitest';
import { setsOf } from './bound-query.ts';
import type { Filter } from './filter.ts';

const is = (path: string): Filter => ({ path, operator: '=', literals: [{ text: 'x', quoted: false }] });

test('a set that asks for more than another one is no walk of its own', () => {
  const either = [[is('a')], [is('a'), is('b')], [is('b'), is('c')], [is('c'), is('b')]];
  expect(setsOf({ either })).toEqual([[is('a')], [is('b'), is('c')]]);
  expect(setsOf({ either: [[is('a')], []] })).toEqual([[]]);
});
