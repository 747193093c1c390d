import { expect, test } from 'vitest';
import { localDateTime, relativeTime } from './time.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const minute = 60_000;
const day = 1440 * minute;

test.each([
  [30_000, '30 seconds ago'],
  [5 * minute, '5 minutes ago'],
  [180 * minute, '3 hours ago'],
  [2 * day, '2 days ago'],
  [15 * day, '2 weeks ago'],
  [95 * day, '3 months ago'],
  [740 * day, '2 years ago'],
  // Covers S0-9-27, S1-2.1-15
])('an age of %i ms is told in its own unit: %s', (age, text) => {
  expect(relativeTime(new Date(now - age).toISOString(), now, 'en')).toBe(text);
});

// Covers S1-2.3-08
test('a moment is shown as date and time of the browser’s zone', () => {
  const iso = '2026-01-02T03:04:05.000Z';
  expect(localDateTime(iso)).toBe(new Date(iso).toLocaleString());
  expect(localDateTime(iso)).toMatch(/2026.*:04:05/);
  document.documentElement.lang = 'zh';
  expect(localDateTime(iso)).toMatch(/^2026\/.*:04:05$/);
});
