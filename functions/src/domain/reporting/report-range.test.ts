import { expect, test } from 'vitest';
import { reportRange } from './report-range.ts';

const now = Date.parse('2026-03-10T15:30:00Z');

// Covers S2-4-11
test('without dates it is the last seven days ending today', () => {
  expect(reportRange(undefined, undefined, now)).toMatchObject({ from: '2026-03-04', to: '2026-03-10' });
  expect(reportRange(undefined, undefined, now).days).toHaveLength(7);
});

test('both days are whole', () => {
  const { start, end, days } = reportRange('2026-02-28', '2026-03-01', now);
  expect(days).toEqual(['2026-02-28', '2026-03-01']);
  expect(new Date(start).toISOString()).toBe('2026-02-28T00:00:00.000Z');
  expect(new Date(end).toISOString()).toBe('2026-03-02T00:00:00.000Z');
});

test.each([
  ['2026-03-02', '2026-03-01', 'The end date must not be before the start date.'],
  ['2025-01-01', '2026-03-01', 'A report spans at most 92 days.'],
  // Covers S2-4-12
])('%s to %s is refused', (from, to, message) => {
  expect(() => reportRange(from, to, now)).toThrow(message);
});
