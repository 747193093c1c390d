import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backoffThrottle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const began = Date.now();
  const runs: number[] = [];
  return { runs, throttled: backoffThrottle({ shortest: 500, longest: 5000 }, () => runs.push(Date.now() - began)) };
}

test('one call is answered soon, many at once together', () => {
  const { runs, throttled } = start();
  throttled.call();
  throttled.call();
  vi.advanceTimersByTime(60_000);
  expect(runs).toEqual([500]);
});

test('while calls go on the work is done less often, and soon again after a rest', () => {
  const { runs, throttled } = start();
  for (let i = 0; i < 200; i++) {
    throttled.call();
    vi.advanceTimersByTime(100);
  }
  expect(runs).toEqual([500, 1500, 3500, 7500, 12_500, 17_500]);
  vi.advanceTimersByTime(60_000);
  const before = runs.length;
  throttled.call();
  vi.advanceTimersByTime(500);
  expect(runs.length).toBe(before + 1);
});

test('a cancelled call does not run', () => {
  const { runs, throttled } = start();
  throttled.call();
  throttled.cancel();
  vi.advanceTimersByTime(60_000);
  expect(runs).toEqual([]);
});
