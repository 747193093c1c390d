import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guessColumns } from './columns.ts';
import { convertRow } from './convert-row.ts';
import { formatOf, readRows } from './read-rows.ts';
import type { SourceRow } from './source-row.ts';
import '../../../texts/import.ts';

/** The API reads the same files with the same results: functions/src/domain/records/transfer/tables.test.ts. */
const tables = join(import.meta.dirname, '../../../../../tests/fixtures/tables');

interface Case {
  name: string;
  file?: string;
  text?: string;
  base64?: string;
  fileName?: string;
  type?: string;
  encoding?: string;
  rows?: unknown[];
  problem?: string;
  rowProblem?: string;
}
const cases = JSON.parse(readFileSync(join(tables, 'cases.json'), 'utf8')) as Case[];

function fileOf({ file, text, base64, fileName, type = '' }: Case): File {
  const content = file
    ? readFileSync(join(tables, 'libreoffice', file))
    : text === undefined
      ? Buffer.from(base64 ?? '', 'base64')
      : Buffer.from(text);
  return new File([new Uint8Array(content)], fileName ?? file ?? 'a.csv', { type });
}

/** Values that the console sends when nobody changes what it proposes. */
async function sent(one: Case) {
  const file = fileOf(one);
  const format = formatOf(file);
  const rows: SourceRow[] = [];
  for await (const piece of readRows(file, { format, encoding: one.encoding })) rows.push(...piece.rows);
  const columns = new Map(guessColumns(rows, format, { known: [] }).map((column) => [column.source, column]));
  return rows.map((row) => convertRow(row, columns));
}
const valuesOf = async (one: Case) => (await sent(one)).map((row) => ('value' in row ? row.value : row.problem));

test.each(cases.filter(({ rows }) => rows).map((one) => [one.name, one] as const))('the console reads %s', async (_, one) => {
  expect(JSON.parse(JSON.stringify(await valuesOf(one)))).toEqual(one.rows);
});

const english: Record<string, RegExp> = {
  csvNameless: /has no name/,
  csvSameName: /name that another one has/,
  csvNotText: /not text in UTF-8/,
  csvWorkbook: /is a workbook/,
  csvUnclosed: /never ends/,
  csvOverrun: /closing quote/,
  csvSingleQuotes: /text delimiter/,
  csvMarkup: /is a web page/,
  csvJson: /is JSON/,
  csvNoRows: /has no rows/,
};

test.each(cases.filter(({ problem }) => problem).map((one) => [one.name, one] as const))(
  'the console refuses a file with %s',
  async (_, one) => {
    await expect(sent(one)).rejects.toThrow(english[one.problem ?? ''] ?? 'unknown');
  },
);

test.each(cases.filter(({ rowProblem }) => rowProblem).map((one) => [one.name, one] as const))(
  'the console tells of %s',
  async (_, one) => {
    expect(await valuesOf(one)).toEqual([expect.objectContaining({ message: one.rowProblem })]);
  },
);
