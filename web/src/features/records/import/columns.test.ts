import { afterEach, expect, test, vi } from 'vitest';
import { type Column, columnProblems, guessColumns } from './columns.ts';
import { choiceOf, choicesOf, chosen } from './column-choice.ts';
import { convertRow } from './convert-row.ts';
import type { SourceRow } from './source-row.ts';
import '../../../texts/import.ts';

afterEach(() => vi.unstubAllEnvs());

const guessed = (values: readonly string[]) =>
  guessColumns(
    values.map((a, i) => ({ row: i + 1, value: { a } })),
    'csv',
    { known: [] },
  )[0]?.type;

test.each([
  [['1', '-2.5', '', '0'], 'number'],
  [['9.007199254740992e+15', '1e+308', '3'], 'number'],
  [['007', '12'], 'text'],
  [['12345678901234567', '1'], 'text'],
  [['true', 'FALSE'], 'boolean'],
  [['true', 'yes'], 'text'],
  [['1', '2', 'n/a'], 'text'],
  [[' 1', '2 '], 'number'],
  [['12.50', '3.00'], 'number'],
  [['1.10', '1.9'], 'text'],
  [['{"a":1}', '[2]'], 'json'],
  [['{a', 'x'], 'text'],
  [['2026-01-01'], 'text'],
  [['', ''], 'text'],
])('the values %j are guessed to be of type %s', (values, type) => {
  expect(guessed(values)).toBe(type);
});

const guessedFor = (cells: readonly string[], mayDeclare: boolean, known: readonly string[] = []) =>
  guessColumns(
    cells.map((a, i) => ({ row: i + 1, value: { a } })),
    'csv',
    { known, mayDeclare },
  )[0];

test('amounts of a new field are decimals where they may be declared, else numbers as far as those hold them', () => {
  const amounts = ['10.00', '9.50'];
  expect(guessedFor(amounts, true)?.type).toBe('decimal');
  expect(guessedFor(amounts, false)?.type).toBe('number');
  expect(guessedFor(amounts, true, ['a'])?.type).toBe('number');
  expect(guessedFor(['1234567890123.000001', '1.000000'], false)?.type).toBe('text');
});

test.each([
  [['1,5', '-2', '1.234,50'], 'comma', undefined],
  [['03/04/2026', '1.2.2026'], 'dates', undefined],
  [['03/04/2026', '13/04/2026'], 'dmy', { dateOrder: 'dmy' }],
  [['04/13/2026', '03/04/2026'], 'mdy', { dateOrder: 'mdy' }],
  [['04/13/2026', '13/04/2026'], undefined, undefined],
  [['1,5', 'x'], undefined, undefined],
])('of %j the person is asked: %s; the cells tell %j', (cells, unsure, forms) => {
  expect(guessedFor(cells, true)).toMatchObject({ type: 'text', ...(unsure && { unsure }), ...(forms && { forms }) });
  expect([guessedFor(cells, true)?.unsure, guessedFor(cells, true)?.forms]).toEqual([unsure, forms]);
});

test.each([
  [['5', 'n/a', '', '7', '1984'], { most: 3, all: 4, other: 'n/a' }],
  [['TRUE', 'yes', 'FALSE'], { most: 2, all: 3, other: 'yes' }],
  [['1', 'TRUE', '0'], { most: 2, all: 3, other: 'TRUE' }],
  [['10.00', '9.50', '-'], { most: 2, all: 3, other: '-' }],
  [['Tea', '1984', 'Cup'], { most: 2, all: 3, other: '1984' }],
  [['{"a":1}', '[2]', 'x'], { most: 2, all: 3, other: 'x' }],
  [['01067', '1067', 'D-01067'], undefined],
  [['1.10', '1.9'], undefined],
  [['5', '7'], undefined],
])('of %j the person is told that they are of several kinds: %j', (cells, kinds) => {
  expect(guessedFor(cells, true)?.kinds).toEqual(kinds);
});

test.each([
  [['1,5', '1.234'], 'comma', [1.5, 1234]],
  [['1,50', '2,00'], 'comma', ['1.50', '2.00']],
  [['03/04/2026'], 'dmy', ['2026-04-03']],
  [['03/04/2026'], 'mdy', ['2026-03-04']],
  [['31.12.2025 14:30', '01.02.2025, 9:05:07'], 'dmy', ['2025-12-31T14:30', '2025-02-01T09:05:07']],
  [['12/31/2025 2:30 PM', '1/2/2025 12:00 am'], 'mdy', ['2025-12-31T14:30', '2025-01-02T00:00']],
  [['1,5'], 'text', ['1,5']],
] as const)('once it is said what %j are, they become that: %s %j', (cells, choice, values) => {
  const column = chosen(guessedFor(cells, true) as Column, choice); // there are cells
  expect(cells.map((a) => convertRow({ row: 1, value: { a } }, new Map([['a', column]])))).toEqual(values.map((a) => ({ value: { a } })));
  expect(choiceOf(column)).toBe(choice);
});

test('times of no zone stay so until the person chooses the zone of their clocks, and one that clocks skip is told', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const times = guessedFor(['2025-12-31 14:30', '2025-07-01T09:05:07'], true) as Column; // there are cells
  expect([times.type, times.isZoneless, times.forms]).toEqual(['text', true, undefined]);
  expect(choicesOf(times, { hasTypes: false, mayDeclare: true })).toContain('ymdZoned');
  const zoned = chosen(times, 'ymdZoned');
  const read = (a: string, column = zoned) => convertRow({ row: 1, value: { a } }, new Map([['a', column]]));
  expect(read('2025-12-31 14:30')).toEqual({ value: { a: '2025-12-31T13:30:00Z' } });
  expect(read('2025-03-30 02:30')).toMatchObject({ problem: { message: '“2025-03-30 02:30” is no time of Europe/Berlin.' } });
  const numbered = guessedFor(['31.12.2025 14:30'], true) as Column; // there is a cell
  expect(choicesOf(numbered, { hasTypes: false, mayDeclare: true })).toEqual(expect.arrayContaining(['dmy', 'dmyZoned']));
  expect(read('31.12.2025 14:30', chosen(numbered, 'dmyZoned'))).toEqual({ value: { a: '2025-12-31T13:30:00Z' } });
  expect(choiceOf(chosen(numbered, 'dmyZoned'))).toBe('dmyZoned');
});

test('a column that is named without its dots is told of, and a number behind a dot is a member', () => {
  const value = { 'Tel.': '1', 'prices.2026': '2', 'a.b': '4' };
  const columns = guessColumns([{ row: 1, value }], 'csv', { known: [] });
  expect(columns.map(({ field, renamed }) => [field, renamed])).toEqual([
    ['Tel', 'Tel'],
    ['prices.2026', undefined],
    ['a.b', undefined],
  ]);
});

test('a later cell of another order, and digits that a number loses, are problems of their rows', () => {
  const dates = chosen(guessedFor(['03/04/2026'], true) as Column, 'dmy'); // there is a cell
  const problem = convertRow({ row: 9, value: { a: '04/13/2026' } }, new Map([['a', dates]]));
  expect(problem).toEqual({ problem: { row: 9, field: 'a', message: '“04/13/2026” is no date of this order.' } });
  const lost = convertRow({ row: 9, value: { a: '0.1234567890123456789' } }, new Map([['a', column({ type: 'number' })]]));
  expect(lost).toMatchObject({ problem: { message: expect.stringContaining('more digits than a number holds') } });
});

test('columns go to the fields that are spelt alike, each field once, and what the server sets is left out', () => {
  const value = { 'First Name': 'x', firstname: 'y', id: '1', 'a.b': 'z' };
  const columns = guessColumns([{ row: 1, value }], 'csv', { known: ['id', 'firstName', 'createdAt'] });
  expect(columns.map(({ source, field, isIncluded }) => [source, field, isIncluded])).toEqual([
    ['First Name', 'firstName', true],
    ['firstname', 'firstname', true],
    ['id', 'id', false],
    ['a.b', 'a.b', true],
  ]);
});

test('a column goes to the field of its name, however that spells its accents', () => {
  expect(guessColumns([{ row: 1, value: { café: 'x' } }], 'csv', { known: ['cafe\u0301'] })).toMatchObject([{ field: 'cafe\u0301' }]);
});

const column = (facts: Partial<Column>): Column => ({ source: 'a', samples: [], field: 'a', type: 'text', isIncluded: true, ...facts });

test('a field without name, of the server, with a dot, or named twice is a problem; what is left out is none', () => {
  const columns = [
    column({ source: '1', field: '' }),
    column({ source: '2', field: 'createdAt' }),
    column({ source: '3', field: 'a..b' }),
    column({ source: '4', field: 'x' }),
    column({ source: '5', field: 'x' }),
    column({ source: '6', field: 'id', isIncluded: false }),
    column({ source: '7', field: 'fine' }),
  ];
  expect([...columnProblems(columns).keys()]).toEqual(['1', '2', '3', '4', '5']);
});

test.each([
  ['number', ' 12.50 ', 12.5],
  ['number', '1e3', 1000],
  ['boolean', 'Yes', true],
  ['boolean', '0', false],
  ['json', '{"b":[1]}', { b: [1] }],
  ['text', '007', '007'],
  ['keep', null, null],
  ['text', { b: 1 }, '{"b":1}'],
] as const)('as %s, %j becomes %j', (type, cell, value) => {
  expect(convertRow({ row: 1, value: { a: cell } }, new Map([['a', column({ type, field: 'to' })]]))).toEqual({ value: { to: value } });
});

test.each([
  ['number', 'n/a', '“n/a” is no number.'],
  ['number', '9007199254740993', '“9007199254740993” has more digits than a number holds. Import the column as text.'],
  ['json', '{"n":9007199254740993}', '“9007199254740993” has more digits than a number holds. Import the column as text.'],
  ['boolean', 'maybe', '“maybe” is neither true nor false.'],
  ['json', '{x', '“{x” is not valid JSON.'],
] as const)('as %s, %s is a problem of its row and field', (type, cell, message) => {
  expect(convertRow({ row: 7, value: { a: cell } }, new Map([['a', column({ type })]]))).toEqual({
    problem: { row: 7, field: 'a', message },
  });
});

test('empty cells and columns that are left out are not sent', () => {
  const columns = new Map([
    ['a', column({})],
    ['b', column({ source: 'b', isIncluded: false })],
  ]);
  expect(convertRow({ row: 1, value: { a: undefined, b: 'x', late: 3 } }, columns)).toEqual({ value: { late: 3 } });
});

test('names that every object inherits are columns like others, and reserved ones are told of', () => {
  const rows: SourceRow[] = [
    { row: 1, value: { valueOf: '1' } },
    { row: 2, value: { a: 'x' } },
  ];
  expect(guessColumns(rows, 'json', { known: [] })[0]).toMatchObject({ source: 'valueOf', samples: ['1'] });
  const columns = ['__proto__', 'constructor', '__x__', 'valueOf'].map((field) => column({ source: field, field }));
  expect([...columnProblems(columns).keys()]).toEqual(['__proto__', 'constructor', '__x__']);
});

test('columns that nobody could read the name of, or whose name turns the text around it, are told of', () => {
  const problems = columnProblems([' \u200B', 'pri\u202Ece', 'a\u0007', 'prix'].map((field) => column({ source: field, field })));
  expect([...problems]).toEqual([
    [' \u200B', 'Name a field.'],
    ['pri\u202Ece', expect.stringContaining('invisible control characters')],
    ['a\u0007', expect.stringContaining('control characters')],
  ]);
});

test('a field __proto__ of a later row is sent, so that the server can refuse it', () => {
  const value = JSON.parse('{"__proto__": "x"}') as Record<string, unknown>;
  expect(JSON.stringify(convertRow({ row: 1, value }, new Map()))).toBe('{"value":{"__proto__":"x"}}');
});

test.each([
  [['1,234.50', '5.00'], 'amounts'],
  [['5 %', '12,5 %'], 'amounts'],
  [['2026/03/29'], 'days'],
  [['2026-03-29', '03/04/2026'], 'days'],
  [['25/03/2026 14:30', '03/25/2026 14:30'], 'days'],
  [['WAHR', '', 'FALSCH'], 'flags'],
  [['10.00', '9.5'], 'zeros'],
  [['2026-03-29'], undefined],
  [['007', '12'], undefined],
])('the values %j are told as what people read them for: %s', (values, written) => {
  const [column] = guessColumns(
    values.map((a, i) => ({ row: i + 1, value: { a } })),
    'csv',
    { known: [] },
  );
  expect([column?.type, column?.written]).toEqual(['text', written]);
});
