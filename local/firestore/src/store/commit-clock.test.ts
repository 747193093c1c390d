import { afterEach, expect, test, vi } from 'vitest';
import { CommitClock } from './commit-clock.ts';

afterEach(() => vi.useRealTimers());

const apart = (micros: number) => Math.abs(micros / 1000 - Date.now());

test('after the machine has slept, times follow the clock that other programs see', () => {
  const clock = new CommitClock();
  clock.tick();
  // Sleep moves the time of day alone: performance.now() stands still meanwhile.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
  expect(apart(clock.tick())).toBeLessThan(50);
  expect(apart(clock.now())).toBeLessThan(50);
});

test('times never go back, even when the clock does', () => {
  const clock = new CommitClock();
  const before = clock.tick();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 7_200_000 });
  expect(clock.now()).toBe(before);
  expect(clock.tick()).toBe(before + 1);
});
