import { expect, test } from 'vitest';
import { retryAfterMillis } from './retry-after.ts';

const date = 'Sun, 15 Mar 2026 12:00:00 GMT';
const day = 86_400_000;

test.each([
  ['120', 120_000],
  [' 7 ', 7000],
  ['0', 0],
  ['00012', 12_000],
  ['9999999', 9_999_999_000],
  ['99999999999999999999999', Number.MAX_SAFE_INTEGER],
  ['Sun, 15 Mar 2026 12:02:00 GMT', 120_000],
  ['Mon, 16 Mar 2026 12:00:00 GMT', day],
  ['Sunday, 15-Mar-26 12:02:00 GMT', 120_000],
  ['Sun Mar 15 12:02:00 2026', 120_000],
  ['Wed Apr  1 12:00:00 2026', 17 * day],
  ['Fri, 01 May 2015 12:00:00 GMT', 0],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Wed, 01 Jan 9999 00:00:00 GMT', Date.UTC(9999, 0) - Date.UTC(2026, 2, 15, 12)],
])('"%s" asks for %i milliseconds', (text, millis) => {
  expect(retryAfterMillis(text, date)).toBe(millis);
});

test.each([
  '',
  'soon',
  '-5',
  '1.5',
  '1e3',
  '+3',
  '0x10',
  '2026-03-15T12:02:00Z',
  'Sun, 15 Mar 2026 12:02:00',
  'Sun, 15 Foo 2026 12:02:00 GMT',
  'Sun, 15 Mar 2026 25:02:00 GMT',
])('"%s" asks for nothing', (text) => {
  expect(retryAfterMillis(text, date)).toBeUndefined();
});

test('a date counts from the clock that has written it; without one from ours', () => {
  expect(retryAfterMillis('Sun, 15 Mar 2015 12:02:00 GMT', 'Sun, 15 Mar 2015 12:00:00 GMT')).toBe(120_000);
  const millis = retryAfterMillis(new Date(Date.now() + 3_600_000).toUTCString(), undefined) ?? 0;
  expect(millis).toBeGreaterThan(3_500_000);
  expect(millis).toBeLessThanOrEqual(3_600_000);
  expect(retryAfterMillis(undefined, date)).toBeUndefined();
});
