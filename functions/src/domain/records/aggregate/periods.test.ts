import { expect, test } from 'vitest';
import { periodOf, periodsWithin } from './periods.ts';

test.each([
  ['2026-05-01T12:34:56.789Z', 'hour', 'UTC', '2026-05-01T12:00Z'],
  ['2026-05-01T12:34:56.789Z', 'hour', 'Asia/Kolkata', '2026-05-01T18:00+05:30'],
  ['2026-10-25T00:30:00Z', 'hour', 'Europe/Berlin', '2026-10-25T02:00+02:00'],
  ['2026-10-25T01:30:00Z', 'hour', 'Europe/Berlin', '2026-10-25T02:00+01:00'],
  ['2026-03-28T23:30:00Z', 'day', 'Europe/Berlin', '2026-03-29'],
  ['2026-04-30T22:30:00Z', 'month', 'Europe/Berlin', '2026-05'],
  ['2026-01-01T12:00:00Z', 'week', undefined, '2026-W01'],
  ['2025-12-29T12:00:00Z', 'week', undefined, '2026-W01'],
  ['2027-01-03T12:00:00Z', 'week', undefined, '2026-W53'],
  ['2027-01-03T23:30:00Z', 'week', 'Europe/Berlin', '2027-W01'],
] as const)('%s is in the %s of %s that is called %s', (time, period, zone, name) => {
  expect(periodOf(Date.parse(time), period, zone).name).toBe(name);
});

test('the periods of a stretch of time follow each other without a gap, as long as the clocks make them', () => {
  const [from, to] = [Date.parse('2026-10-24T12:00:00Z'), Date.parse('2026-10-26T12:00:00Z')];
  const days = periodsWithin([from, to], 'day', 'Europe/Berlin');
  expect(days.map(({ name }) => name)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
  const [, long] = days.map(({ bounds }) => bounds.createdTo - bounds.createdFrom + 1);
  expect(long).toBe(25 * 3_600_000);
  const hours = periodsWithin([from, to], 'hour', 'Europe/Berlin');
  expect(hours).toHaveLength(49);
  expect(hours.every(({ bounds }, i) => i === 0 || bounds.createdFrom === (hours[i - 1]?.bounds.createdTo ?? 0) + 1)).toBe(true);
  expect(periodsWithin([from, to], 'week', undefined).map(({ name }) => name)).toEqual(['2026-W43', '2026-W44']);
});
