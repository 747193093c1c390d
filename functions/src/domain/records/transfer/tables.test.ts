import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TableFormat, tableFormatOf } from '@bedplate/contract';
import { describe, expect, test } from 'vitest';
import { recordInput } from '../model/record-input.ts';
import { parseRows } from './parse-rows.ts';

/** The console reads the same files with the same results: web/src/features/records/import/tables.test.ts. */
const tables = fileURLToPath(new URL('../../../../../tests/fixtures/tables', import.meta.url));
const jsonOf = (name: string) => JSON.parse(readFileSync(join(tables, name), 'utf8')) as unknown;

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
const cases = jsonOf('cases.json') as Case[];

const contentOf = ({ file, text, base64 }: Case) =>
  file ? readFileSync(join(tables, 'libreoffice', file)) : text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
const formatOf = ({ file, fileName, type = '' }: Case): TableFormat => tableFormatOf({ name: fileName ?? file ?? 'a.csv', type }) ?? 'csv';
const read = (one: Case, content: Buffer = contentOf(one)) =>
  parseRows(content, { format: formatOf(one), typed: true, encoding: one.encoding }).rows;
const fieldsOf = (one: Case, content?: Buffer) => read(one, content).map(({ value }) => recordInput(value).fields);

test.each(cases.filter(({ rows }) => rows).map((one) => [one.name, one] as const))('the API reads %s', (_, one) => {
  expect(fieldsOf(one)).toEqual(one.rows);
});

test.each(cases.filter(({ problem }) => problem).map((one) => [one.name, one] as const))('the API refuses a file with %s', (_, one) => {
  expect(() => read(one)).toThrow(expect.objectContaining({ text: expect.objectContaining({ key: one.problem }), status: 400 }));
});

test.each(cases.filter(({ rowProblem }) => rowProblem).map((one) => [one.name, one] as const))('the API tells of %s', (_, one) => {
  expect(read(one)[0]?.problem?.message).toBe(one.rowProblem);
});

const formats = Object.entries(jsonOf('formats.json') as Record<string, string>);
const hasOffice = spawnSync('soffice', ['--version']).status === 0;

describe.skipIf(!hasOffice)('LibreOffice, where it is installed', () => {
  test.each(formats)('still saves %s as the file that is kept here', (name, options) => {
    const out = mkdtempSync(join(tmpdir(), 'tables-'));
    const filter = `csv:Text - txt - csv (StarCalc):${options}`;
    const profile = `-env:UserInstallation=file://${join(tmpdir(), 'bedplate-office-profile')}`;
    try {
      spawnSync('soffice', ['--headless', profile, '--convert-to', filter, '--outdir', out, join(tables, 'people.fods')], {
        stdio: 'ignore',
      });
      const one = cases.find(({ file }) => file === name);
      expect(one && fieldsOf(one, readFileSync(join(out, 'people.csv')))).toEqual(one?.rows);
    } finally {
      rmSync(out, { recursive: true });
    }
  });
});
