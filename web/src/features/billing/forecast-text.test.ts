import { expect, test } from 'vitest';
import { forecastText } from './forecast-text.ts';

const now = new Date(2026, 10, 23, 12).getTime(); // a Monday
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();

test.each([
  ['a range within the week', at(25, 19), at(27, 12), 'Credits end between Wednesday evening and Friday noon.'],
  ['a range under six hours', at(25, 9), at(25, 14), 'Credits end between Wednesday 9:00 AM and Wednesday 2:00 PM.'],
  ['a range within one part of a day', at(25, 5), at(26, 5), 'Credits end between Wednesday morning and Thursday morning.'],
  ['days further off', at(30, 9), new Date(2026, 11, 5, 9).toISOString(), 'Credits end between November 30 and December 5.'],
  ['credits that may last', at(28, 3), null, 'Credits may end from Saturday night on, or last until the next month.'],
])('%s', (_, from, to, text) => {
  expect(forecastText({ from, to }, now).replaceAll('\u202f', ' ').replaceAll(' at ', ' ')).toBe(text);
});
