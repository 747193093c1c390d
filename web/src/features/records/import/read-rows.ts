import {
  CsvProblem,
  type CsvProblemKey,
  encodingBytes,
  encodingOf,
  isFullOfZeros,
  isNoText,
  csvTexts,
  rendered,
  type TableFormat,
  type TableReader,
  tableFormatOf,
  tableReader,
  type TableRow,
  type Text,
} from '@bedplate/contract';
import { t, textOf } from '../../../texts/index.ts';
import { jsonReader, lineReader } from './json-reader.ts';
import { FileProblem, type SourceRow, UnreadValue } from './source-row.ts';

/** How a file is read. */
export interface Reading {
  readonly format: TableFormat;
  /** Of a text that tells it not by itself, as a TextDecoder names it. */
  readonly encoding?: string | undefined;
}

export interface RowsRead {
  readonly rows: readonly SourceRow[];
  /** Bytes of the file so far. */
  readonly bytes: number;
  /** Rows so far that had nothing in any column. */
  readonly blank: number;
}

/** @returns what the name and the type say; what else it may be is left to the person: CSV */
export function formatOf(file: Pick<File, 'name' | 'type'>): TableFormat {
  return tableFormatOf(file) ?? 'csv';
}

/** @returns whether a format has cells, which are text until a type makes them values */
export function isTable(format: TableFormat): boolean {
  return format === 'csv' || format === 'tsv';
}

/**
 * Reads a file of any size piece by piece; never more than a piece and one record are in memory. A table with cells `""` is looked
 * through before: what they mean may be told by a later one.
 * @throws {FileProblem}
 */
export async function* readRows(file: File, { format, encoding }: Reading): AsyncGenerator<RowsRead> {
  const separator = format === 'tsv' ? '\t' : undefined;
  const toRows = isTable(format)
    ? tableRows(tableReader(separator, await quotesFreely(file, { encoding, separator })))
    : format === 'json'
      ? jsonRows()
      : ndjsonRows();
  let bytes = 0;
  let count = 0;
  const numbered = (found: readonly Omit<SourceRow, 'row'>[]): SourceRow[] => found.map((each) => ({ ...each, row: (count += 1) }));
  for await (const piece of piecesOf(file, encoding)) {
    bytes += piece.bytes;
    const rows = numbered(toRows.push(piece.text));
    yield { rows, bytes, blank: toRows.blankRows?.() ?? 0 };
  }
  yield { rows: numbered(toRows.end()), bytes, blank: toRows.blankRows?.() ?? 0 };
  if (count === 0) throw new FileProblem(t('import.noRows'));
}

type Unnumbered = Omit<SourceRow, 'row'>;
interface ToRows {
  push: (text: string) => Unnumbered[];
  end: () => Unnumbered[];
  /** Only tables have such. */
  blankRows?: () => number;
}

async function quotesFreely(file: File, { encoding, separator }: { encoding: string | undefined; separator: string | undefined }) {
  if (!(await holdsTwoQuotes(file, encoding))) return false;
  const reader = tableReader(separator);
  try {
    for await (const { text } of piecesOf(file, encoding)) {
      reader.push(text);
      if (reader.quotesFreely()) return true;
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof CsvProblem)) throw error; // the reading that follows tells it, with its row
  }
  return reader.quotesFreely();
}

async function holdsTwoQuotes(file: File, encoding: string | undefined): Promise<boolean> {
  let last = '';
  for await (const { text } of piecesOf(file, encoding)) {
    if ((last + text).includes('""')) return true;
    last = text.slice(-1);
  }
  return false;
}

function tableRows(reader: TableReader): ToRows {
  const rowOf = ({ value, problem }: TableRow): Unnumbered => (problem ? { value, problem: inWords(problem) } : { value });
  const told = (read: () => TableRow[]) => {
    try {
      return read().map(rowOf);
    } catch (error) {
      throw error instanceof CsvProblem ? new FileProblem(inWords(error.text), { cause: error }) : error;
    }
  };
  return { push: (text) => told(() => reader.push(text)), end: () => told(() => reader.end()), blankRows: reader.blankRows };
}

function inWords({ key, values }: Text<CsvProblemKey>): string {
  return textOf(`message.${key}`, rendered(csvTexts[key], values), values);
}

function jsonRows(): ToRows {
  const reader = jsonReader();
  return { push: (text) => reader.push(text).map(asRow), end: () => reader.end().map(asRow) };
}

function ndjsonRows(): ToRows {
  const reader = lineReader();
  const rowOf = (line: { value: unknown } | { problem: string }) => ('problem' in line ? { value: {}, ...line } : asRow(line.value));
  return { push: (text) => reader.push(text).map(rowOf), end: () => reader.end().map(rowOf) };
}

function asRow(value: unknown): Unnumbered {
  if (value instanceof UnreadValue) return { value: {}, problem: value.problem };
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value: { ...value } };
  return { value: {}, problem: t('import.noObject') };
}

/**
 * Bytes read at a time: large enough to be fast, small enough that the page stays responsive
 * between two.
 */
const pieceSize = 256 * 1024;

async function* piecesOf(file: File, declared: string | undefined): AsyncGenerator<{ text: string; bytes: number }> {
  const head = await bytesOf(file, 0, encodingBytes);
  if (isNoText(head)) throw new FileProblem(inWords({ key: 'csvWorkbook' }));
  const decoder = new TextDecoder(encodingOf(head, declared), { fatal: true });
  for (let at = 0; at < file.size; at += pieceSize) {
    const bytes = await bytesOf(file, at, at + pieceSize);
    yield { text: decoded(decoder, bytes), bytes: bytes.length };
  }
  yield { text: decoded(decoder, undefined), bytes: 0 };
}

async function bytesOf(file: File, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.slice(from, to).arrayBuffer());
  } catch (cause) {
    // The browser refuses a file that was changed or removed after it was chosen.
    throw new FileProblem(t('import.fileChanged'), { cause });
  }
}

function decoded(decoder: TextDecoder, bytes: Uint8Array | undefined): string {
  try {
    const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    if (!isFullOfZeros(text)) return text;
  } catch (cause) {
    throw new FileProblem(inWords({ key: 'csvNotText' }), { cause });
  }
  throw new FileProblem(inWords({ key: 'csvNotText' }));
}
