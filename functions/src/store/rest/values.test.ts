import { expect, test } from 'vitest';
import { Timestamp } from '../model/values.ts';
import { decodeTime, encodeFields, encodeTime, NeedsSdk } from './values.ts';

test.each([
  ['0001-01-01T00:00:00Z', 0],
  ['0099-12-31T23:59:59.5Z', 500_000_000],
  ['1969-12-31T23:59:59.000001Z', 1000],
  ['1970-01-01T00:00:00Z', 0],
  ['2024-02-29T12:34:56.123456789Z', 123_456_789],
  ['9999-12-31T23:59:59.999999999Z', 999_999_999],
])('the time %s is read to the last digit', (text, nanos) => {
  expect(decodeTime(text)).toEqual(new Timestamp(Date.parse(`${text.slice(0, 19)}Z`) / 1000, nanos));
});

test('a time comes back as it was sent, in all years', () => {
  for (let seconds = -62_135_596_800; seconds < 253_402_300_799; seconds += 86_400 * 311 + 7919) {
    const time = new Timestamp(seconds, (seconds * 7 + 1_000_000_000_000) % 1_000_000_000);
    expect(decodeTime(encodeTime(time)).isEqual(time)).toBe(true);
  }
});

test.each([new Map([['a', 1]]), new URL('http://127.0.0.1/')])('what is no plain object goes by the SDK', (value) => {
  expect(() => encodeFields({ value })).toThrow(NeedsSdk);
});
