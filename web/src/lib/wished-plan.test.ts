import { afterEach, expect, test, vi } from 'vitest';
import { rememberWishedPlan, takeWishedPlan } from './wished-plan.ts';

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

test('a wish is kept for a day and taken once', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  rememberWishedPlan('p1');
  vi.advanceTimersByTime(23 * 3_600_000);
  expect(takeWishedPlan()).toBe('p1');
  expect(takeWishedPlan()).toBeNull();
  rememberWishedPlan('p2');
  vi.advanceTimersByTime(25 * 3_600_000);
  expect(takeWishedPlan()).toBeNull();
});

test.each(['', '{', '"p1"', '{"id":5,"until":9e15}'])('what is no wish, %s, is none', (stored) => {
  localStorage.setItem('wishedPlan', stored);
  expect(takeWishedPlan()).toBeNull();
});
