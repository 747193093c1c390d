import { expect, test } from 'vitest';
import type { CallSum } from './call-sum.ts';
import { groupOf, others } from './day-sums.ts';

test('two hundred names of an hour are told apart, and all others are one', () => {
  const groups: Record<string, CallSum> = {};
  for (let i = 0; i < 300; i += 1) groupOf(groups, `storage${i}`);
  expect(Object.keys(groups)).toHaveLength(201);
  expect(groups).toHaveProperty([others]);
});
