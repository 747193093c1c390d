import { expect, test } from 'vitest';
import { isoDay } from './time/days.ts';
import { currentWeek, previousRange } from './report-days.ts';

const days = ({ from, to }: { from: Date; to: Date }) => [isoDay(from), isoDay(to)];

// Covers S2-4-11
test('the range is the last 7 days ending today', () => {
  expect(days(currentWeek(new Date(2026, 2, 3)))).toEqual(['2026-02-25', '2026-03-03']);
});

// Covers S2-2.i-08
test('the previous range ends the day before, and is as long', () => {
  expect(days(previousRange(currentWeek(new Date(2026, 2, 3))))).toEqual(['2026-02-18', '2026-02-24']);
  expect(days(previousRange({ from: new Date(2026, 2, 1), to: new Date(2026, 2, 3) }))).toEqual(['2026-02-26', '2026-02-28']);
});
