import { expect, test } from 'vitest';
import { inTurns } from './in-turns.ts';

const always = Number.POSITIVE_INFINITY;

test('each has its turn until it is done', async () => {
  const left: Record<string, number> = { a: 1, b: 3, c: 2 };
  const worked: string[] = [];
  await inTurns(['a', 'b', 'c'], { now: () => 0, until: always }, async (id) => {
    worked.push(id);
    left[id] = (left[id] ?? 0) - 1;
    return left[id] > 0;
  });
  expect(worked.join('')).toBe('abcbcb');
});

test('runs that have time for one alone come to all', async () => {
  let now = 0;
  const worked = new Set<string>();
  for (let run = 0; run < 3; run += 1) {
    await inTurns(['a', 'b', 'c'], { now: () => now, until: now + 1 }, async (id) => {
      worked.add(id);
      now += 1;
      return true;
    });
  }
  expect([...worked].sort()).toEqual(['a', 'b', 'c']);
});
