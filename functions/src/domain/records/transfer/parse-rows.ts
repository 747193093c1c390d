import { type FieldProblem, type Json, limits } from '@bedplate/contract';
import { ApiError, invalidField } from '../../../errors/api-error.ts';
import { checkShape } from '../../../validation/json-shape.ts';
import { csvNumber, withoutApostrophe } from './csv.ts';
import { parseCsv } from './parse-csv.ts';

export type ImportFormat = 'csv' | 'json' | 'ndjson';

/** One record of a file, or why it is none. `row` counts from 1. */
export interface ImportRow {
  readonly row: number;
  readonly value?: unknown;
  readonly problem?: FieldProblem;
}

/** @param typed whether texts of a CSV that spell numbers, booleans or JSON become those @throws {ApiError} for a file that cannot be read at all */
export function parseRows(bytes: Buffer, format: ImportFormat, typed: boolean): ImportRow[] {
  if (format !== 'csv') checkShape(bytes, { containers: limits.importContainers, values: limits.importValues });
  const text = decode(bytes);
  const rows = format === 'csv' ? csvRows(text, typed) : format === 'json' ? jsonRows(text) : ndjsonRows(text);
  if (rows.length === 0) throw invalid('The file has no rows.');
  if (rows.length > limits.importRows)
    throw new ApiError('payload-too-large', `An import takes at most ${limits.importRows} rows; this file has ${rows.length}.`);
  return rows;
}

function csvRows(text: string, typed: boolean): ImportRow[] {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const separator = [',', ';', '\t'].reduce((best, each) => (first.split(each).length > first.split(best).length ? each : best), ',');
  const parsed = parseCsv(text, separator);
  if ('unclosed' in parsed) throw invalid(`A quoted cell that starts in line ${parsed.unclosed} never ends.`);
  if ('overrun' in parsed)
    throw invalid(`In line ${parsed.overrun} something follows the closing quote of a cell; a quote within a cell is written twice.`);
  const [header, ...lines] = parsed;
  const names = (header?.cells ?? []).map((name) => withoutApostrophe(name.trim()));
  if (names.length === 0) throw invalid('The first line must name the columns.');
  const wrong = names.findIndex((name, i) => name === '' || names.indexOf(name) !== i);
  if (wrong >= 0)
    throw invalid(`Column ${wrong + 1} of the first line has ${names[wrong] === '' ? 'no name' : 'a name that another one has'}.`);
  return lines.map(({ cells, line }, i) => {
    if (cells.length !== names.length) {
      return {
        row: i + 1,
        problem: { field: '', message: `line ${line} has ${cells.length} cells, but there are ${names.length} columns.` },
      };
    }
    const values = names.flatMap((name, column) => {
      const cell = cells[column] ?? '';
      return cell === '' ? [] : [[name, name === 'password' || !typed ? withoutApostrophe(cell) : typedValue(cell)] as const];
    });
    return { row: i + 1, value: Object.fromEntries(values) };
  });
}

function typedValue(cell: string): Json {
  if (/^[[{]/.test(cell)) return parse(cell) ?? cell;
  if (cell === 'true' || cell === 'false') return cell === 'true';
  return numberIn(cell) ?? withoutApostrophe(cell);
}

/** Converts only cells that an export would write the same way: "007" and an id of 17 digits stay text. */
function numberIn(cell: string): number | undefined {
  const number = Number(cell);
  return Number.isFinite(number) && csvNumber(number) === cell ? number : undefined;
}

function jsonRows(text: string): ImportRow[] {
  const value = parse(text);
  if (value === undefined) throw new ApiError('malformed-json', 'The file is not valid JSON.');
  const list = Array.isArray(value) ? value : [value];
  return list.map((each, i) => ({ row: i + 1, value: each }));
}

function ndjsonRows(text: string): ImportRow[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, i) => {
    const value = parse(line);
    return value === undefined ? { row: i + 1, problem: { field: '', message: 'this line is not valid JSON.' } } : { row: i + 1, value };
  });
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ApiError('invalid-argument', 'The file is not text in UTF-8.', { cause });
  }
}

function invalid(message: string): ApiError {
  return invalidField('file', message);
}
