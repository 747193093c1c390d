import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../errors/api-error.ts';
import type { Candidate, Position } from './candidate.ts';
import { orElse } from './or-else.ts';
import type { Source } from './source.ts';

const candidate = (id: string) => ({ id }) as Candidate; // all that is looked at
const giving = (...answers: (string[] | ApiError)[]): Source => ({
  ended: false,
  async next() {
    const answer = answers.shift() ?? [];
    if (answer instanceof ApiError) throw answer;
    return answer.map(candidate);
  },
});
const tooBroad = new ApiError('query-too-broad', 'Narrow it.');

function ways(first: Source, others: Source | undefined) {
  const reader = { left: 10, forget: vi.fn<(records: number) => void>() };
  const second = vi.fn<(after: Position | undefined) => Promise<Source | undefined>>(async () => others);
  const order = { positionOf: ({ id }: Candidate): Position => ({ value: id, id }) };
  const source = orElse({ reader, order, first, second });
  return { source, second, next: async () => (await source.next(5)).map(({ id }) => id) };
}

test('the other way goes on behind what the first has given', async () => {
  const { next, second } = ways(giving(['a', 'b'], tooBroad), giving(['c']));
  expect([await next(), await next()]).toEqual([['a', 'b'], ['c']]);
  expect(second).toHaveBeenCalledWith({ value: 'b', id: 'b' });
});

test('a refusal stays where there is no other way, and where that one is refused', async () => {
  await expect(ways(giving(tooBroad), undefined).next()).rejects.toBe(tooBroad);
  const both = ways(giving(tooBroad), giving(['c'], tooBroad));
  expect(await both.next()).toEqual(['c']);
  expect(both.second).toHaveBeenCalledWith(undefined);
  await expect(both.next()).rejects.toBe(tooBroad);
  expect(both.second).toHaveBeenCalledTimes(1);
});
