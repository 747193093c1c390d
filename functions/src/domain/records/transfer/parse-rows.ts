import {
  areMixedDates,
  areZoneless,
  cellByItself,
  CsvProblem,
  encodingBytes,
  encodingOf,
  fieldsOfColumns,
  type FieldProblem,
  declaredCell,
  guessCellType,
  haveCommas,
  holdsNothing,
  holdsNumbers,
  isDigits,
  isFullOfZeros,
  isNoText,
  isTold,
  type Json,
  limits,
  mayBeThousands,
  overlappingName,
  parseKeepingDigits,
  putNested,
  repeatedMembers,
  respelt,
  type SeveralKinds,
  severalKinds,
  type SchemaField,
  settledType,
  type TableFormat,
  tableReader,
  type TableRow,
  type CellForms,
  csvTexts,
  rendered,
  type Unsure,
  unsureOf,
  valueOfCell,
  type Written,
  writtenColumn,
} from '@bedplate/contract';
import { ApiError, inEnglish } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { rowError } from './import-document.ts';
import { checkShape } from '../../../validation/json-shape.ts';
import { whereJsonEnds } from '../../../validation/where-json-ends.ts';

/** One record of a file, or why it is none. `row` counts from 1. */
export interface ImportRow {
  readonly row: number;
  readonly value?: unknown;
  readonly problem?: FieldProblem;
}

export interface FileRows {
  readonly rows: readonly ImportRow[];
  /** Rows of a table that had nothing in any column, and were left out. */
  readonly blankRows: number;
  /** Columns of a table whose cells keep their zeros, as decimals do. */
  readonly decimals: readonly string[];
  /** Columns of a table that stay texts because nobody has said what they are, their dates have no one order, or they hold several kinds. */
  readonly unsure: readonly UnsureColumn[];
  /** Columns of a table whose dots shorten words: their fields have other names. */
  readonly renamed: readonly { readonly column: string; readonly field: string }[];
  /** Of a file that is one object: its member, or members, that look like the records. */
  readonly within?: string | undefined;
}

export interface UnsureColumn {
  readonly name: string;
  readonly as: Unsure | 'mixed' | 'zoneless' | 'skipped' | Written | SeveralKinds;
  /** Its field is declared: cells that have the type are read all the same. */
  readonly isDeclared?: true | undefined;
}

/** How a file is read. */
export interface Reading {
  readonly format: TableFormat;
  /** Whether texts of a table that spell numbers, booleans or JSON become those. */
  readonly typed: boolean;
  /** Whether columns of several kinds are read cell by cell. */
  readonly byCell?: boolean | undefined;
  /** A label as in the Encoding Standard; UTF-8 and UTF-16 are recognised by the bytes. */
  readonly encoding?: string | undefined;
  /** The character between the cells; told by the file when it is not given. */
  readonly delimiter?: string | undefined;
  /** How numbers and dates of a table are written. */
  readonly forms?: CellForms | undefined;
}

export interface Fields {
  /** Those of the storage, by name: their columns are read by their type. */
  readonly declared: ReadonlyMap<string, SchemaField>;
  /** All that its records have. */
  readonly known: readonly string[];
  /** Whether a column of that name may become decimals. */
  readonly mayBeDecimal: (name: string) => boolean;
}

const noFields: Fields = { declared: new Map(), known: [], mayBeDecimal: () => false };

/** @throws {ApiError} for a file that cannot be read at all */
export function parseRows(bytes: Buffer, reading: Reading, fields: Fields = noFields): FileRows {
  const { format } = reading;
  if (!isTable(reading)) checkShape(bytes, { containers: limits.importContainers, values: limits.importValues });
  const text = decode(bytes, reading.encoding);
  const read: FileRows = isTable(reading)
    ? tableRows(text, reading, fields)
    : { ...(format === 'json' ? jsonRows(text) : { rows: ndjsonRows(text) }), blankRows: 0, decimals: [], unsure: [], renamed: [] };
  const { rows } = read;
  if (rows.length === 0) throw unreadable(new CsvProblem('csvNoRows'));
  if (rows.length > limits.importRows)
    throw new ApiError('payload-too-large', say('importRowsMany', { max: limits.importRows, rows: rows.length }));
  return read;
}

/** Whether the rows are those of a table, not JSON. */
export function isTable({ format }: Reading): boolean {
  return format === 'csv' || format === 'tsv';
}

function tableRows(text: string, reading: Reading, { declared, known, mayBeDecimal }: Fields): FileRows {
  const { format, delimiter, forms } = reading;
  const { rows, blankRows } = readTable(text, delimiter ?? (format === 'tsv' ? '\t' : undefined));
  const columns = columnsOf(rows);
  const fields = fieldsOfColumns([...columns.keys()]);
  const overlapping = overlappingName([...fields.values()]);
  if (overlapping !== undefined) throw unreadable(new CsvProblem('csvNested', { column: overlapping }));
  const spelling = spellingOf(known);
  const readers = [...columns].map(([column, cells]): ColumnReader & { column: string } => {
    const own = fields.get(column) ?? column;
    const name = spelling.get(own) ?? own;
    const field = declared.get(name);
    if (field) return { column, ...declaredReader({ name, cells }, field, forms) };
    return { column, ...(reading.typed ? typedReader({ name, cells }, reading, mayBeDecimal(name)) : { name, read: asText }) };
  });
  const records = rows.map(({ value, problem }, i): ImportRow => {
    if (problem) return { row: i + 1, problem: { field: '', ...problem, message: rendered(csvTexts[problem.key], problem.values) } };
    const record = Object.create(null) as Record<string, Json>; // nothing is in it yet
    for (const { column, name, read, isOpen } of readers) {
      const cell = value[column];
      if (cell !== undefined && isOpen?.(cell)) return { row: i + 1, problem: rowError(i + 1, name, openPoint(name, cell)) };
      const found = cell === undefined ? undefined : read(cell);
      if (found !== undefined) putNested(record, name, found);
    }
    return { row: i + 1, value: record };
  });
  return {
    rows: records,
    blankRows,
    decimals: readers.filter(({ isDecimal }) => isDecimal).map(({ name }) => name),
    unsure: readers.flatMap(({ name, as, isDeclared }) => (as === undefined ? [] : [{ name, as, ...(isDeclared && { isDeclared }) }])),
    renamed: [...fields].flatMap(([column, field]) => (column === field ? [] : [{ column, field }])),
  };
}

function openPoint(name: string, cell: string) {
  return say('cellPointOpen', { name: name.slice(0, 80), value: cell.trim().slice(0, 40) });
}

/** @returns by its composed spelling, which columns have, the name of each field that records have in another one alone */
function spellingOf(known: readonly string[]): Map<string, string> {
  const all = new Set(known);
  return new Map(known.map((name) => [name.normalize('NFC'), name] as const).filter(([composed]) => !all.has(composed)));
}

interface ColumnReader {
  readonly name: string;
  readonly read: (cell: string) => Json | undefined;
  readonly isDecimal?: boolean;
  readonly as?: UnsureColumn['as'] | undefined;
  readonly isDeclared?: true;
  /** Whether a cell may be another number than it reads like. */
  readonly isOpen?: (cell: string) => boolean;
}

/** The field says what the cells are, and not how people have written them. */
function declaredReader(
  { name, cells }: { name: string; cells: readonly string[] },
  field: SchemaField,
  forms: CellForms = {},
): ColumnReader {
  const as = openOf(field, cells, forms);
  return {
    name,
    read: (cell) => declaredCell(cell, field, forms),
    ...(as === 'comma' && { isOpen: mayBeThousands }),
    ...(as && { as, isDeclared: true }),
  };
}

function openOf(field: SchemaField, cells: readonly string[], forms: CellForms): Unsure | 'mixed' | undefined {
  if (holdsNumbers(field)) return !forms.decimalComma && haveCommas(cells) ? 'comma' : undefined;
  if (field.type !== 'date' && field.type !== 'dateTime') return undefined;
  const spelt = cells.map((cell) => respelt(cell, forms));
  return unsureOf(spelt) ?? (areMixedDates(spelt) ? 'mixed' : undefined);
}

/** A column is one type; what nobody has said is text. */
function typedReader(
  { name, cells }: { name: string; cells: readonly string[] },
  { forms = {}, byCell = false }: Reading,
  mayBeDecimal: boolean,
): ColumnReader {
  const as = unsureOf(cells);
  if (as === undefined && areMixedDates(cells)) return { name, read: asText, as: 'mixed' };
  if (as && !isTold(as, forms)) return { name, read: asText, as };
  if (areZoneless(cells)) return zonelessReader({ name, cells }, forms);
  const kinds = severalKinds(name, cells, forms);
  if (kinds) return byCell ? { name, read: (cell) => cellByItself(cell, forms) } : { name, read: asText, as: kinds };
  const spelt = (cell: string) => (as ? respelt(cell, forms) : cell);
  const type = settledType(guessCellType(name, cells.map(spelt)), cells.map(spelt), mayBeDecimal);
  const read = (cell: string) => (holdsNothing(cell, type) ? undefined : (valueOfCell(spelt(cell), type) ?? cell));
  const written = type === 'text' ? writtenColumn(cells) : undefined;
  return { name, read, isDecimal: type === 'decimal', ...(written && { as: written }) };
}

/** Times stay of no zone until somebody says which clocks showed them. */
function zonelessReader({ name, cells }: { name: string; cells: readonly string[] }, forms: CellForms): ColumnReader {
  const isSkipped = (cell: string) => cell.trim() !== '' && respelt(cell, forms) === cell;
  if (forms.zone && cells.some(isSkipped)) return { name, read: asText, as: 'skipped' };
  return { name, read: (cell) => asText(respelt(cell, forms)), ...(!forms.zone && { as: 'zoneless' as const }) };
}

function asText(cell: string): Json | undefined {
  return valueOfCell(cell, 'text');
}

/** @returns the cells of each column by its name */
function columnsOf(rows: readonly TableRow[]): Map<string, string[]> {
  const columns = new Map<string, string[]>();
  for (const { value } of rows)
    for (const [name, cell] of Object.entries(value)) {
      const cells = columns.get(name);
      if (cells) cells.push(cell ?? '');
      else columns.set(name, [cell ?? '']);
    }
  return columns;
}

function readTable(text: string, separator: string | undefined): { rows: TableRow[]; blankRows: number } {
  try {
    const reader = tableReader(separator, text.includes('""') && quotesFreely(text, separator));
    return { rows: [...reader.push(text), ...reader.end()], blankRows: reader.blankRows() };
  } catch (error) {
    if (error instanceof CsvProblem) throw unreadable(error);
    throw error;
  }
}

/** Told by all of its cells, also those below the first `""`. */
function quotesFreely(text: string, separator: string | undefined): boolean {
  const reader = tableReader(separator);
  reader.push(text);
  reader.end();
  return reader.quotesFreely();
}

function jsonRows(text: string): Pick<FileRows, 'rows' | 'within'> {
  const value = parse(text);
  if (value === undefined && isLines(text)) return { rows: ndjsonRows(text) };
  if (value === undefined) {
    const where = whereJsonEnds(text);
    throw new ApiError(
      'malformed-json',
      say('fileNotJson'),
      where ? { details: [{ field: 'file', message: inEnglish(where), ...where }] } : {},
    );
  }
  const list = Array.isArray(value) ? value : [value];
  const twice = repeatedMembers(text);
  return { rows: list.map((each, i) => rowOf(each, { row: i + 1, twice: twice.get(i) })), within: recordsWithin(value) };
}

/** Answers of APIs have their records in a member (`{"data": [{…}]}`), exports of trees have a member for each (`{"-Mx1": {…}}`). */
function recordsWithin(value: Json): string | undefined {
  if (!isObject(value)) return undefined;
  const members = Object.entries(value);
  const [list] = members.find(([, member]) => Array.isArray(member) && member.length > 0 && member.every(isObject)) ?? [];
  if (list !== undefined) return list;
  return members.length > 1 && members.every(([, member]) => isObject(member)) ? members.map(([name]) => name).join(', ') : undefined;
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isDigits(value);
}

/** Some tools call a file with one object in each line `.json`: https://www.mongodb.com/docs/database-tools/mongoexport/#output-format */
function isLines(text: string): boolean {
  const [first = ''] = text.trimStart().split('\n', 1);
  return text.trim() !== first.trim() && first.startsWith('{') && parse(first) !== undefined;
}

function ndjsonRows(text: string): ImportRow[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, i) => {
    const value = parse(line);
    if (value === undefined) return { row: i + 1, problem: rowError(i + 1, '', say('lineNotJson')) };
    return rowOf(value, { row: i + 1, twice: repeatedMembers(line).get(0) });
  });
}

/** @param twice a name that the value's JSON has twice in one object: one of its values would be lost */
function rowOf(value: Json, { row, twice }: { row: number; twice: string | undefined }): ImportRow {
  if (twice === undefined) return { row, value: fieldsOf(value) };
  const name = twice.slice(0, 80);
  return { row, problem: rowError(row, name, say('memberTwice', { name })) };
}

/** Puts `address.city` where it belongs, as an export with that field writes it; a field and a member of it stay, and are refused. */
function fieldsOf(value: Json): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (!names.some((name) => name.includes('.')) || overlappingName(names) !== undefined) return value;
  const fields = Object.create(null) as Record<string, Json>; // nothing is in it yet
  for (const [name, member] of Object.entries(value)) putNested(fields, name, member);
  return fields;
}

function parse(text: string): Json | undefined {
  try {
    return parseKeepingDigits(text) as Json; // digits are read by the schema, or refused row by row
  } catch {
    return undefined;
  }
}

function decode(bytes: Buffer, declared: string | undefined): string {
  const head = bytes.subarray(0, encodingBytes);
  if (isNoText(head)) throw unreadable(new CsvProblem('csvWorkbook'));
  const encoding = encodingOf(head, declared);
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!isFullOfZeros(text)) return text;
  } catch (cause) {
    throw unreadable(new CsvProblem('csvNotText', {}, { cause }));
  }
  throw unreadable(new CsvProblem('csvNotText'));
}

function unreadable(problem: CsvProblem): ApiError {
  return new ApiError('invalid-argument', problem.message, { field: 'file', text: problem.text, cause: problem });
}
