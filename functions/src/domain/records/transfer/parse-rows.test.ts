import { expect, test } from 'vitest';
import type { CellForms, SchemaField } from '@bedplate/contract';
import { csvLine } from './csv.ts';
import { parseRows } from './parse-rows.ts';

test('a quoted cell that never ends, or goes on behind its quote, is refused with its line', () => {
  expect(() => rows('a\n"x"y\n')).toThrow('In line 2 something follows the closing quote');
  expect(() => rows('a,b\n1,"x\ny')).toThrow('starts in line 2 never ends');
  expect(() => rows('a\n1\n"x"y\n')).toThrow('In line 3');
  expect(() => rows('a,b\n"x\ny"z,2\n')).toThrow('In line 3');
  expect(rows('a,b\n"x\ny" ,2\n')).toMatchObject([{ value: { a: 'x\ny', b: 2 } }]);
});

test('a cell that is larger than a record is told as what it is', () => {
  expect(() => rows(`a,b\n1,${'x'.repeat(1_100_000)}\n`)).toThrow('A cell in line 2 is larger than a record may be.');
});

const rows = (text: string, typed = true) => parseRows(Buffer.from(text), { format: 'csv', typed }).rows;

test('cells become numbers, booleans and JSON when nothing is lost by it; empty ones are left out', () => {
  expect(rows('n,z,b,j,t,e,f\n1.5,007,true,"[1,{""a"":2}]",text,,\'=1+1\n')[0]?.value).toEqual({
    n: 1.5,
    z: '007',
    b: true,
    j: [1, { a: 2 }],
    t: 'text',
    f: '=1+1',
  });
  expect(rows('n,b\n1,true\n', false)[0]?.value).toEqual({ n: '1', b: 'true' });
  expect(rows('a;b\n1;2\n')[0]?.value).toEqual({ a: 1, b: 2 });
});

test.each([
  '=1+1',
  "'=1+1",
  "''-5",
  "'tis",
  '@a',
  '\tx',
  '12345678901234568',
  '007',
  9007199254740992,
  -9007199254740993024,
  123456789012345680,
  1e308,
  5e-324,
  -1.2345678901234568e-7,
  true,
])('%j comes back from an export as it was, and as a column with that name', (value) => {
  expect(rows(`a\r\n${csvLine([value])}`)[0]?.value).toEqual({ a: value });
  const name = String(value).trim().replaceAll('.', ','); // a name with dots is a member of a field
  expect(rows(`${csvLine([name])}1\r\n`)[0]?.value).toEqual({ [name]: 1 });
});

test('exports from before apostrophes were doubled read as they did', () => {
  expect(rows("a,b,c,d\n'=1,'-5,9007199254740992,'tis\n")[0]?.value).toEqual({ a: '=1', b: '-5', c: '9007199254740992', d: "'tis" });
});

test('a row with too many or too few cells is a problem of that row', () => {
  expect(rows('a,b\n1\n1,2\n')).toMatchObject([
    { row: 1, problem: { message: expect.stringMatching(/Line 2 has 1 cells/) } },
    { row: 2, value: { a: 1, b: 2 } },
  ]);
});

test('a header with an empty or repeated name is refused', () => {
  expect(() => rows('a,a\n1,2\n')).toThrow(/Column 2/);
  expect(() => rows('a,\n1,2\n')).toThrow(/no name/);
});

test.each(['json', 'ndjson'] as const)('a name that comes twice in one object of a file in %s is told at its row', (format) => {
  const lines = ['{"a":1,"b":{"a":2}}', '{"a":1,"a":2}', '{"b":[{"c":1,"\\u0063":2}]}', '{"a":"{\\"x\\":1,\\"x\\":2}"}'];
  const text = format === 'json' ? `[${lines.join(',')}]` : lines.join('\n');
  const read = parseRows(Buffer.from(text), { format, typed: true }).rows;
  const problems = read.map(({ problem }) => problem && [problem.field, problem.message]);
  const twice = (name: string) => [name, `${name} comes twice in one object of the JSON. Send it once.`];
  expect(problems).toEqual([undefined, twice('a'), twice('c'), undefined]);
});

test('a hundred thousand columns above thousands of short lines are read at once', () => {
  const names = Array.from({ length: 100_000 }, (_, at) => `c${at}`);
  const short = rows(`${names.join(',')}\n${'1\n'.repeat(9_000)}`);
  expect(short).toHaveLength(9_000);
  expect(short[8_999]?.problem?.message).toBe('Line 9001 has 1 cells, but there are 100000 columns.');
  expect(rows(`a${','.repeat(100_000)}\n${'1\n'.repeat(9_000)}`)[8_999]?.value).toEqual({ a: 1 });
  expect(() => rows(`${names.join(',')},c0\n1\n`)).toThrow('Column 100001 of the first line has a name that another one has');
});

test('cells of declared fields keep the zeros and digits of their type; one that does not fit stays as it stands', () => {
  const declared = new Map<string, SchemaField>([
    ['price', { type: 'decimal' }],
    ['stock', { type: 'integer' }],
    ['code', { type: 'text' }],
    ['paid', { type: 'boolean' }],
    ['tags', { type: 'list', of: 'text' }],
  ]);
  const text = 'price,stock,code,paid,tags,other\n1.10,12345678901234567890,7,1,a;b,5\nfree,3,007,maybe,,6\n';
  expect(
    parseRows(Buffer.from(text), { format: 'csv', typed: true }, { declared, known: [], mayBeDecimal: () => false }).rows.map(
      ({ value }) => value,
    ),
  ).toEqual([
    { price: '1.10', stock: '12345678901234567890', code: '7', paid: true, tags: ['a', 'b'], other: 5 },
    { price: 'free', stock: '3', code: '007', paid: 'maybe', other: 6 },
  ]);
});

test.each<[type: SchemaField['type'], cells: string[], read: unknown[], as: string | undefined, forms?: CellForms]>([
  ['number', ['1.500', '1,5', '1.5'], [undefined, '1,5', 1.5], 'comma'],
  ['number', ['1.500', '1,5', '1.5'], [1500, 1.5, 1.5], undefined, { decimalComma: true }],
  ['integer', ['1.000', '1.234,00', 'n/a', '7'], [undefined, '1.234,00', 'n/a', '7'], 'comma'],
  ['decimal', ['1.500', '2.000'], ['1.500', '2.000'], undefined],
  ['text', ['1.500', '1,5'], ['1.500', '1,5'], undefined],
  ['date', ['2026-03-29', '29.03.2026'], ['2026-03-29', '29.03.2026'], 'mixed'],
  ['date', ['2026-03-29', '29.03.2026'], ['2026-03-29', '2026-03-29'], undefined, { dateOrder: 'dmy' }],
  ['date', ['03/04/2026', '05/04/2026'], ['03/04/2026', '05/04/2026'], 'dates'],
  ['date', ['13/04/2026', '05/04/2026'], ['13/04/2026', '05/04/2026'], 'dmy'],
  ['date', ['13/04/2026', '04/13/2026'], ['13/04/2026', '04/13/2026'], 'mixed'],
])('a column of the type %s with %j is read as %j, and asks: %s', (type, cells, read, as, forms) => {
  const declared = new Map([['a', { type }]]);
  const csv = cells.map((cell) => `"${cell}"\n`).join('');
  const found = parseRows(
    Buffer.from(`a\n${csv}`),
    { format: 'csv', typed: true, forms },
    { declared, known: [], mayBeDecimal: () => false },
  );
  expect(found.rows.map(({ value }) => (value as { a: unknown } | undefined)?.a)).toEqual(read);
  expect(found.unsure.map((column) => column.as)).toEqual(as === undefined ? [] : [as]);
});

test('a point between thousands is none of a number in a list of a column with commas', () => {
  const declared = new Map<string, SchemaField>([['a', { type: 'list', of: 'decimal' }]]);
  const found = parseRows(
    Buffer.from('a\n"1.500;3"\n"2,5;4"\n'),
    { format: 'csv', typed: true },
    { declared, known: [], mayBeDecimal: () => false },
  );
  expect(found.rows.map(({ value, problem }) => value ?? problem?.message)).toEqual([
    expect.stringContaining('1.500;3 may be two numbers'),
    { a: '2,5;4' },
  ]);
});

test.each([
  ['empty cells', 'a,b\n1,2\n,\n , \n3,4\n,,\n', 3],
  ['empty lines between rows, not those at the end', 'a,b\n1,2\n\n\n3,4\n\n\n', 2],
  ['above the names', '\n,\na,b\n1,2\n', 0],
])('rows without anything in any column are left out and counted: %s', (_, text, blankRows) => {
  const read = parseRows(Buffer.from(text), { format: 'csv', typed: true });
  expect(read.blankRows).toBe(blankRows);
  expect(read.rows.every(({ value }) => Object.keys(value as object).length > 0)).toBe(true);
});

test('a file that is called JSON and has one object in each line is read line by line; another says where it ends', () => {
  const read = (text: string) => parseRows(Buffer.from(text), { format: 'json', typed: true }).rows;
  expect(read('{"a":1}\n{"a":2}\n').map(({ value }) => value)).toEqual([{ a: 1 }, { a: 2 }]);
  expect(read('{"a":1}\r\n\r\n{"a":\r\n')).toMatchObject([
    { value: { a: 1 } },
    { row: 2, problem: { message: 'This line is not valid JSON.' } },
  ]);
  const whereOf = (text: string): unknown => {
    try {
      return read(text);
    } catch (error) {
      return (error as { details?: unknown }).details;
    }
  };
  expect(whereOf('[{"a":1},\n{"a":}]')).toMatchObject([{ field: 'file', message: 'Unexpected token "}".' }]);
  expect(whereOf('[{"a":1}\n{"a":2}]')).toMatchObject([
    { field: 'file', message: "Expected ',' or ']' after array element (line 2, column 1)." },
  ]);
  expect(whereOf('{"a":1} {"a":2}')).toMatchObject([{ field: 'file' }]);
});

const unsure = (cells: readonly string[]) =>
  parseRows(Buffer.from(`a\t\n${cells.join('\n')}\n`), { format: 'tsv', typed: true }).unsure.map(({ as }) => as);

test.each([
  ['1,234.50', '12,345,678.00'],
  ['1 234,50', '12\u202f345,00 €'],
  ["1'234.50", '12’345.00'],
  ['12,34,567.00', '1,00,000'],
  ['50%', '12.5 %'],
  ['$5.00', '-$1,234.00'],
  ['(5.00)', '(10.00)'],
  ['5.00-', '3.00-'],
  ['\u22125', '\u221210'],
  ['٥', '١٠'],
  ['1,5E+05', '1,23E+17'],
])('amounts such as %s stay texts, and that is told', (...cells) => {
  expect(unsure(cells)).toEqual(['amounts']);
});

test.each([
  ['10.00', '9.5'],
  ['1.9', '1.10'],
  ['10.0', '-9'],
])('numbers such as %s and %s, which would lose their last zeros, stay texts, and that is told', (...cells) => {
  expect(unsure(cells)).toEqual(['zeros']);
});

test.each([
  ['2026/03/29', '2026/03/30 14:30'],
  ['2026-03-29', '2026-3-9'],
  ['29/03/26', '30/03/26 2:05 PM'],
  ['29.03.26', '1.4.26'],
  ['29-Mar-2026', 'Mar 30, 2026'],
  ['31. Dez. 2025', '1. März 2026'],
  ['31 déc. 2025', '1 août 2026'],
  ['2025年12月31日', '2026年3月1日'],
])('days such as %s stay texts, and that is told', (...cells) => {
  expect(unsure(cells)).toEqual(['days']);
});

test.each([
  ['WAHR', 'FALSCH'],
  ['vrai', 'Faux'],
  ['VERDADERO', ''],
  ['DOĞRU', 'YANLIŞ'],
])('words for true and false such as %s stay texts, and that is told', (...cells) => {
  expect(unsure(cells)).toEqual(['flags']);
});

test.each([['Sand'], ['wahr', 'vrai'], ['falsch', 'richtig']])('%s among words alone is no such word', (...cells) => {
  expect(unsure(cells)).toEqual([]);
});

test.each([
  ['007', '12'],
  ['+49 123 456', '+1 555 123 4567'],
  ['030 123 456'],
  ['2026-03-29', '2026-03-30'],
  ['12-34-56', '40-11-99'],
  ['A1', 'B2'],
  ['12345678901234567890', '5'],
])('codes such as %s are no amounts', (...cells) => {
  expect(unsure(cells)).toEqual([]);
});

test.each(['1 234,5|12\u00a0345|3,5', "1'234,5|12’345|3,5", '1.234,5|12.345|3,5'])(
  'with decimalComma, thousands in %s have any of the marks that people put between them',
  (cells) => {
    const text = `a\n${cells.replaceAll('|', '\n')}\n`;
    const read = parseRows(Buffer.from(text), { format: 'tsv', typed: true, forms: { decimalComma: true } });
    expect(read.rows.map(({ value }) => value)).toEqual([{ a: 1234.5 }, { a: 12345 }, { a: 3.5 }]);
  },
);

test('unseen marks around the name of a column are none of it; within it they are', () => {
  expect(rows('\u200bname\u200e,v\u2060,\u00a0w \u200b,می\u200cخواهم,❤️\n1,2,3,4,5\n')[0]?.value).toEqual({
    name: 1,
    v: 2,
    w: 3,
    'می\u200cخواهم': 4,
    '❤️': 5,
  });
  expect(() => rows('a,a\u200b\n1,2\n')).toThrow('has a name that another one has');
});

test('a file of one object names the member that looks like its records', () => {
  const within = (value: unknown) => parseRows(Buffer.from(JSON.stringify(value)), { format: 'json', typed: true }).within;
  expect(within({ success: true, data: [{ a: 1 }, { a: 2 }] })).toBe('data');
  expect(within({ '-Mx1': { a: 1 }, '-Mx2': { a: 2 } })).toBe('-Mx1, -Mx2');
  for (const record of [{ a: 1 }, { tags: ['x'] }, { place: { city: 'Rome' } }, { big: 12345, rest: {} }, [{ data: [{ a: 1 }] }]])
    expect(within(record)).toBeUndefined();
});
