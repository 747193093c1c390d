import { expect, test } from 'vitest';
import { cellText, readableText } from './cell-text.ts';

test('S1-2.6-12 an empty or missing value shows as NULL', () => {
  expect([null, undefined, ''].map(cellText)).toEqual(['NULL', 'NULL', 'NULL']);
  expect(cellText(0)).toBe('0');
});

test('S1-2.6-13 a boolean shows as true or false', () => {
  expect([true, false].map(cellText)).toEqual(['true', 'false']);
});

test('S1-2.6-14 an object shows as JSON', () => {
  expect(cellText({ a: [1, { b: null }] })).toBe('{"a":[1,{"b":null}]}');
  expect(readableText({ a: 1 })).toBe('{\n  "a": 1\n}');
});

test('S1-2.6-15 text of more than 50 characters is cut at 50 plus an ellipsis; exactly 50 stay whole', () => {
  expect(cellText('x'.repeat(50))).toBe('x'.repeat(50));
  expect(cellText('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
  expect(cellText('😀'.repeat(50))).toBe('😀'.repeat(50));
  expect(cellText('😀'.repeat(51))).toBe(`${'😀'.repeat(50)}…`);
});
