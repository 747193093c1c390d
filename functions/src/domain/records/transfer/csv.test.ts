import { expect, test } from 'vitest';
import { csvLine, csvRecord } from './csv.ts';

test.each([
  ['=SUM(A1)', "'=SUM(A1)\r\n"],
  ['+1', "'+1\r\n"],
  ['-1', "'-1\r\n"],
  ['@cmd', "'@cmd\r\n"],
  ["'-5", "''-5\r\n"],
  ["''=1", "'''=1\r\n"],
  ["'tis", "'tis\r\n"],
  [-1, '-1\r\n'],
  [9007199254740992, '9.007199254740992e+15\r\n'],
  ['a,b', '"a,b"\r\n'],
  ['say "hi"', '"say ""hi"""\r\n'],
  ['two\nlines', '"two\nlines"\r\n'],
  [null, '\r\n'],
  [false, 'false\r\n'],
  [{ a: [1] }, '"{""a"":[1]}"\r\n'],
  // Covers S1-7-45
])('%j becomes a cell that no spreadsheet runs', (value, line) => {
  expect(csvLine([value])).toBe(line);
});

test('a record fills the columns that it has', () => {
  expect(csvRecord({ id: 'r1', createdAt: 'c', updatedAt: 'u', price: 5 }, ['id', 'title', 'price'])).toBe('r1,,5\r\n');
});
