import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const began = Date.now();
  const runs: number[] = [];
  return { runs, pace: paced(500, 5000, () => runs.push(Date.now() - began)) };
}

test('one reason is answered soon, many at once together', () => {
  const { runs, pace } = start();
  pace.ask();
  pace.ask();
  vi.advanceTimersByTime(60_000);
  expect(runs).toEqual([500]);
});

test('while reasons go on the work is done less often, and soon again after a rest', () => {
  const { runs, pace } = start();
  for (let i = 0; i < 200; i++) {
    pace.ask();
    vi.advanceTimersByTime(100);
  }
  expect(runs).toEqual([500, 1500, 3500, 7500, 12_500, 17_500]);
  vi.advanceTimersByTime(60_000);
  const before = runs.length;
  pace.ask();
  vi.advanceTimersByTime(500);
  expect(runs.length).toBe(before + 1);
});

test('nothing runs after the stop', () => {
  const { runs, pace } = start();
  pace.ask();
  pace.stop();
  vi.advanceTimersByTime(60_000);
  expect(runs).toEqual([]);
});
