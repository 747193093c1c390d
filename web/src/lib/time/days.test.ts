import { addDays } from 'date-fns';
import { describe, expect, test, vi } from 'vitest';
import { dayOfMoment, dayOfText, dayText, isoDay, lastMoment, today } from './days.ts';
import { currentWeek, previousRange } from '../report-days.ts';

const zones = [
  'Pacific/Pago_Pago', // UTC-11
  'UTC',
  'Asia/Kathmandu', // UTC+5:45
  'Pacific/Kiritimati', // UTC+14
  'America/Santiago', // its summer time begins at midnight: 6 September 2026 has no 00:00
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe', // moves by half an hour
];

const daysOf = ({ from, to }: { from: Date; to: Date }) => [isoDay(from), isoDay(to)];

// Covers S2-2.h-04, S1-2.6-05
describe.each(zones)('with a browser in %s', (zone) => {
  test.each(['2026-11-25T00:00:00.000Z', '2026-11-25T12:34:56.000Z', '2026-11-25T23:59:59.999Z'])(
    'today is the day in UTC at %s',
    (iso) => {
      vi.stubEnv('TZ', zone);
      expect(isoDay(today(Date.parse(iso)))).toBe('2026-11-25');
      expect(isoDay(dayOfMoment(iso)!)).toBe('2026-11-25');
      expect(dayText(iso)).toBe('Nov 25, 2026');
    },
  );

  test('each day of the year leads to the next one, and is read back from its text', () => {
    vi.stubEnv('TZ', zone);
    for (let at = 0, day = dayOfText('2026-01-01')!; at < 365; at += 1, day = addDays(day, 1)) {
      const text = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);
      expect(isoDay(day)).toBe(text);
      expect(isoDay(dayOfText(text)!)).toBe(text);
      expect(isoDay(dayOfMoment(lastMoment(day))!)).toBe(text);
    }
  });

  // Covers S2-2.i-08
  test('weeks over a change of the clock have seven days', () => {
    vi.stubEnv('TZ', zone);
    const week = currentWeek(dayOfText('2026-09-08')!);
    expect(daysOf(week)).toEqual(['2026-09-02', '2026-09-08']);
    expect(daysOf(previousRange(week))).toEqual(['2026-08-26', '2026-09-01']);
  });
});

// The clocks of these places change between the two days.
test.each([
  ['America/New_York', '2026-03-07', '2026-03-09'],
  ['America/New_York', '2026-10-31', '2026-11-02'],
  ['Europe/Berlin', '2026-03-28', '2026-03-30'],
  ['Europe/Berlin', '2026-10-24', '2026-10-26'],
  ['Australia/Lord_Howe', '2026-04-04', '2026-04-06'],
  ['Australia/Lord_Howe', '2026-10-03', '2026-10-05'],
])('in %s a range from %s to %s has three days, and the one before it too', (zone, from, to) => {
  vi.stubEnv('TZ', zone);
  const range = { from: dayOfText(from)!, to: dayOfText(to)! };
  expect(range.from.getTimezoneOffset()).not.toBe(range.to.getTimezoneOffset());
  const before = previousRange(range);
  expect(daysOf(before)[1]).toBe(new Date(Date.parse(from) - 86_400_000).toISOString().slice(0, 10));
  expect(daysOf(before)[0]).toBe(new Date(Date.parse(from) - 3 * 86_400_000).toISOString().slice(0, 10));
});

test('the zones of this test are what their names say', () => {
  const noon = new Date('2026-11-25T12:00:00Z');
  const offsets = zones.map((zone) => (vi.stubEnv('TZ', zone), noon.getTimezoneOffset()));
  expect(offsets.slice(0, 4)).toEqual([660, 0, -345, -840]);
  vi.stubEnv('TZ', 'America/Santiago');
  expect(new Date(2026, 8, 6).getHours()).toBe(1);
});

test.each(['2026-02-30', '26-02-03', '2026-2-3', '', 'today'])('%j is no day', (text) => {
  expect(dayOfText(text)).toBeNull();
});
