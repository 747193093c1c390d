import { expect, test, vi } from 'vitest';
import type { Plan, Planning } from './planning.ts';
import { keepHead } from './list-cache.ts';
import type { Taken } from './take.ts';

vi.mock('./cursor.ts', () => ({ fingerprint: () => 'list' }));

test('a list of a hundred records is remembered, a longer one is not', () => {
  const keep = vi.fn<() => void>();
  const reader = { asOf: {}, spent: 1_000, store: { memory: { lists: { keep } } } };
  const planning = { reader, query: {}, storage: { id: 's1' }, order: { positionOf: () => ({}) } } as unknown as Planning; // what is read of it
  const taken = (members: number) => ({ found: Array.from({ length: members }, () => ({})), exhausted: true }) as unknown as Taken;
  keepHead(planning, { path: 'walk' } as Plan, taken(101));
  expect(keep).not.toHaveBeenCalled();
  keepHead(planning, { path: 'walk' } as Plan, taken(100));
  expect(keep).toHaveBeenCalledOnce();
});
