import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../errors/api-error.ts';
import { orCollected } from './or-collected.ts';
import type { Plan, Planning } from './planning.ts';

/** A walk that ends in an error, beside no records that its conditions find. */
function failing(code: 'query-too-broad' | 'unavailable') {
  const forget = vi.fn<(records: number) => void>();
  const planning = { order: { ties: {} }, alternatives: [], matches: () => true, reader: { left: 1, forget } } as unknown as Planning; // what is asked of it
  const next = () => Promise.reject(new ApiError(code, 'It ends here.'));
  const plan = { path: 'a walk', open: () => ({ next, ended: false }) } as unknown as Plan; // as above
  return { source: orCollected(planning, plan).open(undefined, 0), forget };
}

test('a walk of equal values that is too long gives way to all that is found, and any other error is told', async () => {
  const long = failing('query-too-broad');
  expect(await long.source.next(10)).toEqual([]);
  const away = failing('unavailable');
  await expect(away.source.next(10)).rejects.toMatchObject({ code: 'unavailable' });
  expect(away.forget).not.toHaveBeenCalled();
});
