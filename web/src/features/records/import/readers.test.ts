import { describe, expect, test } from 'vitest';
import { csvReader, type PieceReader, type TableFormat } from '@bedplate/contract';
import { jsonReader } from './json-reader.ts';
import { readRows } from './read-rows.ts';
import '../../../texts/import.ts';

function inPieces<T>(reader: PieceReader<T>, text: string, size: number): T[] {
  const found: T[] = [];
  for (let at = 0; at < text.length; at += size) found.push(...reader.push(text.slice(at, at + size)));
  return [...found, ...reader.end()];
}

async function rowsOf(file: File, format: TableFormat) {
  const found = [];
  for await (const { rows } of readRows(file, { format })) found.push(...rows);
  return found;
}
const fileOf = (...parts: BlobPart[]) => new File(parts, 'a.csv');

const sizes = [1, 2, 3, 7, 1000];

describe.each(sizes)('in pieces of %i', (size) => {
  test('a CSV has the same cells', () => {
    const text = 'a,b\r\n"x ""y""",1\n\n"two\r\nlines",\n,"last"';
    expect(inPieces(csvReader(','), text, size)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x "y"', '1'] },
      { line: 3, cells: [] },
      { line: 4, cells: ['two\r\nlines', undefined] },
      { line: 6, cells: [undefined, 'last'] },
    ]);
  });

  test('blanks around the quotes of a cell are no part of it, and a quote that opens no whole cell is a character', () => {
    const text = 'id, "name, v" ,x\r\n1 ,  "a ""b""",  c\n2, "5" wide, "d\n3," e ", "f';
    expect(inPieces(csvReader(','), text, size).map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'id', 'name, v', 'x'],
      [2, '1 ', 'a "b"', '  c'],
      [3, '2', ' "5" wide', ' "d'],
      [4, '3', ' e ', ' "f'],
    ]);
  });

  test('a JSON list has the same elements, whatever is in their texts', () => {
    const values = [{ a: '], "{\\' }, 12, 'tex"t', [1, [2]], null, { b: { c: [true] } }];
    expect(inPieces(jsonReader(), ` ${JSON.stringify(values, null, 1)}\n`, size)).toEqual(values);
  });

  test('JSON values one after the other are read like a list', () => {
    expect(inPieces(jsonReader(), '{"a":1}\n{"a":2} {"a":3}', size)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  });
});

test.each([
  ['[{"a":1},{"a":', 'The JSON list is not closed: the file ends after row 1.'],
  ['[{"a":1},{a:2}]', 'The file is not valid JSON at row 2.'],
  ['[{"a":1}] x', 'The file is not valid JSON at row 2.'],
  ['{"a":1', 'The file is not valid JSON at row 1.'],
])('the broken JSON %s says where', (text, message) => {
  expect(() => inPieces(jsonReader(), text, 1000)).toThrow(message);
});

test('a quote that is never closed says where it began', () => {
  expect(() => inPieces(csvReader(','), 'a,b\n1,"x\ny\n', 4)).toThrow('line 2 never ends');
});

test('a line with too many or too few cells is told, and the others are read', async () => {
  const rows = await rowsOf(fileOf('a,b\n1\n2,3\n4,5,6\n'), 'csv');
  expect(rows.map(({ problem }) => problem)).toEqual([
    'Line 2 has 1 cells, but there are 2 columns.',
    undefined,
    'Line 4 has 3 cells, but there are 2 columns.',
  ]);
});

test('a line of NDJSON that is no JSON is told, and the others are read', async () => {
  const rows = await rowsOf(fileOf('{"a":1}\n{oops\n\n3\n{"a":2}'), 'ndjson');
  expect(rows.map(({ row, problem }) => [row, problem])).toEqual([
    [1, undefined],
    [2, 'This line is not valid JSON.'],
    [3, 'A record must be a JSON object.'],
    [4, undefined],
  ]);
});

test.each(['json', 'ndjson'] as const)(
  'a number of a file in %s that would lose digits is told, and the others are read',
  async (format) => {
    const rows = await rowsOf(fileOf('{"id":"9007199254740993"}\n{"a":[9007199254740993]}\n{"a":9007199254740992}'), format);
    expect(rows).toEqual([
      { row: 1, value: { id: '9007199254740993' } },
      { row: 2, value: {}, problem: '“9007199254740993” has more digits than a number holds. In quotes it is imported as text.' },
      { row: 3, value: { a: 9007199254740992 } },
    ]);
  },
);

test.each(['json', 'ndjson'] as const)('a name that comes twice in one object of a file in %s is told at its row', async (format) => {
  const rows = await rowsOf(fileOf('{"a":1,"b":{"a":2}}\n{"b":{"a":1,"a":2}}\n{"a":3}'), format);
  expect(rows).toEqual([
    { row: 1, value: { a: 1, b: { a: 2 } } },
    { row: 2, value: {}, problem: 'a comes twice in one object, and one of its values would be lost. Name it once.' },
    { row: 3, value: { a: 3 } },
  ]);
});

test.each([
  ['', 'The file has no rows.'],
  ['a,b\n', 'The file has no rows.'],
  ['a,,c\n1,2,3\n', 'Column 2 of the first line has no name.'],
  ['a,b,a\n1,2,3\n', 'Column 3 of the first line has a name that another one has.'],
])('the file %j is refused with the reason', async (text, message) => {
  await expect(rowsOf(fileOf(text), 'csv')).rejects.toThrow(message);
});
