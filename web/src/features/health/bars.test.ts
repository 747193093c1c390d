import { expect, test } from 'vitest';
import { dayBars, hourBars, uptimeOf } from './bars.ts';

test('288 checks become 24 hours, with their failures and what was not checked', () => {
  const recent = Array.from({ length: 288 }, (_, at) => (at === 0 || at === 287 ? -1 : at < 24 ? null : 5));
  const bars = hourBars({ recent });
  expect(bars).toHaveLength(24);
  expect(bars.at(0)).toEqual({ key: '24', checks: 1, failed: 1 });
  expect(bars.at(1)).toEqual({ key: '23', checks: 0, failed: 0 });
  expect(bars.at(-1)).toEqual({ key: '1', checks: 12, failed: 1 });
});

test('90 days end today, and a day without checks is an empty bar', () => {
  const day = { checks: 288, failed: 3, p50: 1, p95: 2 };
  const bars = dayBars({ days: [{ date: '2026-03-28', ...day }] }, '2026-03-29');
  expect(bars).toHaveLength(90);
  expect(bars.slice(-2)).toEqual([
    { key: '2026-03-28', checks: 288, failed: 3 },
    { key: '2026-03-29', checks: 0, failed: 0 },
  ]);
});

test('one failure in a million is not 100 percent', () => {
  expect(uptimeOf([{ checks: 1_000_000, failed: 1 }])).toBe('99.99');
  expect(uptimeOf([{ checks: 288, failed: 0 }])).toBe('100');
  expect(uptimeOf([{ checks: 0, failed: 0 }])).toBeNull();
});
