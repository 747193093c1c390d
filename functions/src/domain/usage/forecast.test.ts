import { expect, test } from 'vitest';
import { forecastEnd } from './forecast.ts';

const dayMillis = 86_400_000;
const now = Date.UTC(2026, 10, 10, 12);
const today = Math.floor(now / dayMillis);
const resetsAt = Date.UTC(2026, 11, 1);

/** Calls of the last days, the latest whole day last. */
function history(...calls: number[]): Map<number, number> {
  return new Map(calls.map((each, at) => [today - calls.length + at, each]));
}

const end = (daily: Map<number, number>, remaining: number, at = now) => forecastEnd({ daily, remaining, now: at, resetsAt });
const even = history(...Array<number>(28).fill(1_000));

test('at an even pace the range is narrow, and the end is where division says', () => {
  const forecast = end(even, 5_000);
  expect(forecast).toEqual({ from: '2026-11-15T12:00:00.000Z', to: '2026-11-15T12:00:00.000Z' });
});

test('credits that last until the reset have no end', () => {
  expect(end(even, 50_000)).toBeNull();
});

test('an uneven pace widens the range, and its end may lie beyond the reset', () => {
  const uneven = history(...Array.from({ length: 28 }, (_, at) => (at % 3 === 0 ? 3_000 : 500)));
  const forecast = end(uneven, 12_000);
  expect(Date.parse(forecast?.from ?? '')).toBeLessThan(Date.parse('2026-11-20'));
  expect(forecast?.to === null || Date.parse(forecast?.to ?? '') > Date.parse(forecast?.from ?? '')).toBe(true);
});

test('a weekend that is quiet every week delays the end', () => {
  const isWeekend = (day: number) => [6, 0].includes(new Date(day * dayMillis).getUTCDay());
  const working = new Map([...even].map(([day]) => [day, isWeekend(day) ? 0 : 1_000]));
  expect(end(working, 5_000)?.from).toBe('2026-11-17T12:00:00.000Z');
});

test('a last day of five times as many calls brings the end nearer, and no more than that', () => {
  const sudden = new Map([...even, [today - 1, 50_000]]);
  expect(end(sudden, 10_000)?.from).toBe('2026-11-12T12:00:00.000Z');
});

test('a quiet night changes nothing', () => {
  const night = Date.UTC(2026, 10, 10, 23);
  expect(end(new Map([...even, [today, 10]]), 5_000, night)).toEqual(end(new Map([...even, [today, 900]]), 5_000, night));
});

test('a surge of today brings the beginning of the range nearer at once, and leaves its end', () => {
  const usual = end(even, 5_000);
  expect(end(new Map([...even, [today, 3_000]]), 5_000)).toEqual({ ...usual, from: '2026-11-12T04:00:00.000Z' });
  expect(end(new Map([...even, [today, 3_000]]), 30_000)).toEqual({ from: '2026-11-20T12:00:00.000Z', to: null });
  expect(end(new Map([...even, [today, 1_000]]), 5_000)).toEqual(usual);
});

test('a launch is believed from its second day on, after weeks of few calls or none', () => {
  for (const before of [new Map([[today - 25, 1]]), history(...Array<number>(28).fill(10))]) {
    expect(end(new Map([...before, [today - 1, 20_000]]), 50_000)).toBeNull();
    const launched = new Map([...before, [today - 2, 25_000], [today - 1, 20_000]]);
    expect(end(launched, 50_000)).toEqual({ from: '2026-11-13T00:00:00.000Z', to: null });
    expect(end(new Map([...before, [today - 1, 20_000], [today, 30_000]]), 50_000)?.from).toBe('2026-11-13T00:00:00.000Z');
  }
});

test('nothing is forecast on the first day, and nothing without credits', () => {
  expect(end(new Map([[today, 5_000]]), 100)).toBeNull();
  expect(end(new Map(), 100)).toBeNull();
  expect(end(even, 0)).toBeNull();
});
