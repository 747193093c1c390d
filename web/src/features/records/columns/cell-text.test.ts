import { expect, test } from 'vitest';
import { cellText, readableText } from './cell-text.ts';

// Covers S1-2.6-12
test('an empty or missing value shows as NULL', () => {
  expect([null, undefined, ''].map(cellText)).toEqual(['NULL', 'NULL', 'NULL']);
  expect(cellText(0)).toBe('0');
});

// Covers S1-2.6-13
test('a boolean shows as true or false', () => {
  expect([true, false].map(cellText)).toEqual(['true', 'false']);
});

// Covers S1-2.6-14
test('an object shows as JSON', () => {
  expect(cellText({ a: [1, { b: null }] })).toBe('{"a":[1,{"b":null}]}');
  expect(readableText({ a: 1 })).toBe('{\n  "a": 1\n}');
});

// Covers S1-2.6-15
test('text of more than 50 characters is cut at 50 plus an ellipsis; exactly 50 stay whole', () => {
  expect(cellText('x'.repeat(50))).toBe('x'.repeat(50));
  expect(cellText('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
  expect(cellText('😀'.repeat(50))).toBe('😀'.repeat(50));
  expect(cellText('😀'.repeat(51))).toBe(`${'😀'.repeat(50)}…`);
});
