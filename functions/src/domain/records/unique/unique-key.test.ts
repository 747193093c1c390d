import type { FieldType, Json } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { uniqueKey } from './unique-key.ts';

const key = (value: Json | undefined, type?: FieldType, ignoreCase = false) => uniqueKey(value, type && { type }, ignoreCase);

test('null and a missing value take part in no rule, and an empty text does', () => {
  expect([key(null), key(undefined)]).toEqual([null, null]);
  expect(key('')).toBe(key(''));
  expect(key('')).not.toBeNull();
});

test('values of two classes differ, and equal numbers and times are one however they are spelt', () => {
  expect(new Set([key('5'), key(5), key(true), key('true'), key([5]), key({ a: 5 })]).size).toBe(6);
  expect(key('12.50', 'decimal')).toBe(key('12.5', 'decimal'));
  expect(key('12.50', 'text')).not.toBe(key('12.5', 'text'));
  expect(key(12.5)).toBe(key('12.50', 'decimal'));
  expect(key('2026-03-29T01:30:00+02:00', 'dateTime')).toBe(key('2026-03-28T23:30:00Z', 'dateTime'));
  expect(key({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(key({ b: [{ d: 3, c: 2 }], a: 1 }));
});

// fields.md §8, case 31
test('letter case and the forms of one character count only without ignoreCase', () => {
  for (const [one, other] of [
    ['straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['é', 'e\u0301'],
    ['ﬁ', 'FI'],
  ] as const) {
    expect(key(one, 'text', true)).toBe(key(other, 'text', true));
    expect(key(one, 'text')).not.toBe(key(other, 'text'));
  }
});
