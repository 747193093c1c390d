import { expect, test } from 'vitest';
import { maxAttempts, pauseOf, waitAfter } from './backoff.ts';

const hour = 3_600_000;

test('a delivery has nine tries within some 21 hours, and a receiver may ask for a pause of one day', () => {
  expect(maxAttempts).toBe(9);
  const waits = Array.from({ length: 9 }, (_, n) => waitAfter(n + 1, () => 0));
  expect(waits.at(-1)).toBeNull();
  expect(Math.round(waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0) / hour)).toBe(21);
  expect([pauseOf(hour, () => 0), pauseOf(99 * hour, () => 0)]).toEqual([hour, 24 * hour]);
});
