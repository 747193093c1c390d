import { expect, test } from 'vitest';
import { DateParam } from '../../validation/inputs.ts';
import { dateRange, isIn } from './date-range.ts';

const names = { from: 'filterDateFrom', to: 'filterDateTo' };

test('bare dates cover their whole UTC days', () => {
  const range = dateRange('2026-05-01', '2026-05-02', names);
  expect(isIn(range, Date.parse('2026-05-01T00:00:00.000Z'))).toBe(true);
  expect(isIn(range, Date.parse('2026-05-02T23:59:59.999Z'))).toBe(true);
  expect(isIn(range, Date.parse('2026-05-03T00:00:00.000Z'))).toBe(false);
  expect(isIn(range, Date.parse('2026-04-30T23:59:59.999Z'))).toBe(false);
});

test('moments are inclusive, and an absent bound is open', () => {
  const range = dateRange(undefined, '2026-05-02T10:00:00Z', names);
  expect(isIn(range, Date.parse('2026-05-02T10:00:00.000Z'))).toBe(true);
  expect(isIn(range, Date.parse('2026-05-02T10:00:00.001Z'))).toBe(false);
  expect(isIn(range, 0)).toBe(true);
});

test('an end before the start is refused by name', () => {
  expect(() => dateRange('2026-05-02', '2026-05-01', names)).toThrow('filterDateTo must not be before filterDateFrom.');
});

test.each(['2026-02-31', '2026-02-31T10:00:00Z', '2026-04-31T23:00:00+02:00', 'yesterday', '01/02/2026', '2026-13-01', '2026-1-1'])(
  '%s is no date',
  (text) => {
    expect(DateParam.safeParse(text).success).toBe(false);
  },
);

test('an empty date counts as not given', () => {
  expect(DateParam.parse('')).toBeUndefined();
});
