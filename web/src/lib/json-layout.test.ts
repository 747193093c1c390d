import { expect, test } from 'vitest';
import { laidOut } from './json-layout.ts';

test.each([
  {},
  [],
  null,
  'a "quoted", [text] with \\ and {braces}',
  { a: 1, b: [true, null, { c: [] }], 'd: e': {}, f: -1.5e-7 },
  [[1, [2]], {}],
])('%j is laid out as JSON.stringify does', (value) => {
  expect(laidOut(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  expect(laidOut(JSON.stringify(value, null, 5))).toBe(JSON.stringify(value, null, 2));
});

test('a text of ten megabytes is laid out', () => {
  const long = JSON.stringify({ file: 'A'.repeat(10_000_000) });
  expect(laidOut(long)).toHaveLength(long.length + '\n  '.length + ' '.length + '\n'.length);
});

// Covers S1-2.5-10
test('numbers beyond 2^53 and repeated names stay as they were sent', () => {
  expect(laidOut('{"id":9007199254740993,"a":1,"a":0.1000000000000000055}')).toBe(
    '{\n  "id": 9007199254740993,\n  "a": 1,\n  "a": 0.1000000000000000055\n}',
  );
});
