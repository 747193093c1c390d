import { expect, test } from 'vitest';
import { dayRangeOf } from './day-range.ts';
import { isoDay } from './days.ts';

test.each([
  ['from=2026-11-24&to=2026-11-26', '2026-11-24', '2026-11-26'],
  ['from=2026-11-24&to=2026-11-24', '2026-11-24', '2026-11-24'],
  ['to=2026-11-24', null, '2026-11-24'],
  ['from=2026-11-26&to=2026-11-24', '2026-11-26', null],
  ['from=abc&to=2026-13-01', null, null],
  ['from=2026-11-28T10:00:00Z&to=2026-02-30', null, null],
])('the address %s names the days from %s to %s', (query, from, to) => {
  const address = new URLSearchParams(query);
  const range = dayRangeOf((name) => address.get(name) ?? '');
  expect([range.from && isoDay(range.from), range.to && isoDay(range.to)]).toEqual([from, to]);
});
