import { expect, test } from 'vitest';
import { dayOf, figuresOf, slotOf } from './day-figures.ts';

test('a day becomes checks, failures, the middle and the slowest twentieth', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect(figuresOf(hundred)).toEqual({ checks: 100, failed: 0, p50: 50, p95: 95 });
  expect(figuresOf([null, -1, 7, null])).toEqual({ checks: 2, failed: 1, p50: 7, p95: 7 });
  expect(figuresOf([-1, -1])).toEqual({ checks: 2, failed: 2, p50: null, p95: null });
  expect(figuresOf([])).toEqual({ checks: 0, failed: 0, p50: null, p95: null });
});

test('a day in UTC has 288 slots, the last ends at midnight', () => {
  const midnight = Date.parse('2026-03-29T00:00:00Z');
  expect([slotOf(midnight), dayOf(midnight)]).toEqual([0, '2026-03-29']);
  expect([slotOf(midnight - 1), dayOf(midnight - 1)]).toEqual([287, '2026-03-28']);
  expect(slotOf(midnight + 300_000)).toBe(1);
});
