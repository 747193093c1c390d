import { withApostrophe, withoutApostrophe } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { csvLine, csvRecord } from './csv.ts';
import { parseRows } from './parse-rows.ts';

test.each([
  ['=SUM(A1)', "'=SUM(A1)\r\n"],
  ['+1', "'+1\r\n"],
  ['-1', "'-1\r\n"],
  ['@cmd', "'@cmd\r\n"],
  ['\n=1+1', '"\'\n=1+1"\r\n'],
  ['\t=1', '"\'\t=1"\r\n'],
  ['\r@cmd', '"\'\r@cmd"\r\n'],
  ['\n', '"\'\n"\r\n'],
  [' =1', "' =1\r\n"],
  ['\u00a0+1', "'\u00a0+1\r\n"],
  ['\ufeff=1', "'\ufeff=1\r\n"],
  ['\u200b-1', "'\u200b-1\r\n"],
  ['＝1+1', "'＝1+1\r\n"],
  ['＋1', "'＋1\r\n"],
  ['－1', "'－1\r\n"],
  ['＠cmd', "'＠cmd\r\n"],
  ['﹦1', "'﹦1\r\n"],
  ['\u0000=1', "'\u0000=1\r\n"],
  ['\u0085@cmd', "'\u0085@cmd\r\n"],
  ['\u034f+1', "'\u034f+1\r\n"],
  ['a;=1+1', '"a;=1+1"\r\n'],
  ['a\t=1+1', '"a\t=1+1"\r\n'],
  ['a - b', 'a - b\r\n'],
  ["'-5", "''-5\r\n"],
  ["''=1", "'''=1\r\n"],
  ["'tis", "'tis\r\n"],
  [-1, '-1\r\n'],
  [9007199254740992, '9.007199254740992e+15\r\n'],
  ['a,b', '"a,b"\r\n'],
  ['say "hi"', '"say ""hi"""\r\n'],
  ['two\nlines', '"two\nlines"\r\n'],
  [null, '\r\n'],
  ['', '""\r\n'],
  [false, 'false\r\n'],
  [{ a: [1] }, '"{""a"":[1]}"\r\n'],
  // Covers S1-7-45
])('%j becomes a cell that no spreadsheet runs', (value, line) => {
  expect(csvLine([value])).toBe(line);
});

test('a text that was made harmless is read back as it was', () => {
  for (const text of ['=1', "'=1", "''=1", '\n=1', '＝1', ' =1', '\ufeff=1', '\u0000=1', "'﹫x", "'tis", 'a', '\n', "'\n", '-5'])
    expect(withoutApostrophe(withApostrophe(text))).toBe(text);
});

test('no column’s name is a formula either', () => {
  expect(csvLine(['=cmd', '\n@x'])).toBe('\'=cmd,"\'\n@x"\r\n');
});

test('a record fills the columns that it has', () => {
  expect(csvRecord({ id: 'r1', createdAt: 'c', updatedAt: 'u', price: 5 }, { columns: ['id', 'title', 'price'] })).toBe('r1,,5\r\n');
});

test('a negative decimal is a number, and nothing else in its column is', () => {
  const table = { columns: ['price', 'note'], types: new Map([['price', 'decimal'] as const]) };
  const times = { id: 'r1', createdAt: 'c', updatedAt: 'u' };
  expect(csvRecord({ ...times, price: '-12.50', note: '-12.50' }, table)).toBe("-12.50,'-12.50\r\n");
  expect(csvRecord({ ...times, price: '-1+cmd' }, table)).toBe("'-1+cmd,\r\n");
});

test.each(['5', 'true', '', ' a ', '[1]', '{', '"quoted"', '=1', "'tis", 'null', 'plain', 'two\nlines', '-5'])(
  'the text %j in a field of JSON is read back as it was',
  (text) => {
    const table = { columns: ['any'], types: new Map([['any', 'json'] as const]) };
    const line = csvRecord({ id: 'r1', createdAt: 'c', updatedAt: 'u', any: text }, table);
    const [row] = parseRows(
      Buffer.from(`any\r\n${line}`),
      { format: 'csv', typed: true },
      { declared: new Map([['any', { type: 'json' }]]), known: ['any'], mayBeDecimal: () => false },
    ).rows;
    expect(row?.value).toEqual({ any: text });
  },
);
