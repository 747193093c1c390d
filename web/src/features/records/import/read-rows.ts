import { t } from '../../../texts/index.ts';
import { type CsvLine, cellText, csvReader, separatorOf } from './csv-reader.ts';
import { jsonReader, lineReader } from './json-reader.ts';
import { FileProblem, type SourceRow, UnreadValue } from './source-row.ts';

export const formats = ['csv', 'json', 'ndjson'] as const;
export type Format = (typeof formats)[number];

export interface RowsRead {
  readonly rows: readonly SourceRow[];
  /** Bytes of the file so far. */
  readonly bytes: number;
}

/** @returns what the name says, else what the content looks like is left to the person: CSV */
export function formatOf({ name, type }: Pick<File, 'name' | 'type'>): Format {
  if (/\.(ndjson|jsonl)$/i.test(name) || /ndjson|jsonl/i.test(type)) return 'ndjson';
  return /\.json$/i.test(name) || /json/i.test(type) ? 'json' : 'csv';
}

/**
 * Reads a file of any size piece by piece; never more than a piece and one record are in memory.
 * @throws {FileProblem}
 */
export async function* readRows(file: File, format: Format): AsyncGenerator<RowsRead> {
  const toRows = format === 'csv' ? csvRows() : format === 'json' ? jsonRows() : ndjsonRows();
  let bytes = 0;
  let count = 0;
  const numbered = (found: readonly Omit<SourceRow, 'row'>[]): SourceRow[] => found.map((each) => ({ ...each, row: (count += 1) }));
  for await (const piece of textOf(file)) {
    bytes += piece.bytes;
    const rows = numbered(toRows.push(piece.text));
    yield { rows, bytes };
  }
  yield { rows: numbered(toRows.end()), bytes };
  if (count === 0) throw new FileProblem(t('import.noRows'));
}

type Unnumbered = Omit<SourceRow, 'row'>;
interface ToRows {
  push: (text: string) => Unnumbered[];
  end: () => Unnumbered[];
}

function csvRows(): ToRows {
  let head: string | null = '';
  let reader: ReturnType<typeof csvReader> | undefined;
  let names: readonly string[] | undefined;
  const rowOf = ({ line, cells }: CsvLine): Unnumbered[] => {
    if (!names) {
      names = columnNames(cells);
      return [];
    }
    const value = Object.fromEntries(names.map((name, at) => [name, cellText(cells[at] ?? '')]));
    if (cells.length === names.length) return [{ value }];
    return [{ value, problem: t('import.wrongCells', { line, cells: cells.length, columns: names.length }) }];
  };
  return {
    push(text) {
      if (reader) return reader.push(text).flatMap(rowOf);
      head = (head ?? '') + text;
      // The separator shows when the first line is whole.
      if (!/[\r\n]/.test(head) && head.length < 100_000) return [];
      reader = csvReader(separatorOf(head));
      const lines = reader.push(head);
      head = null;
      return lines.flatMap(rowOf);
    },
    end() {
      reader ??= csvReader(separatorOf(head ?? ''));
      return [...reader.push(head ?? ''), ...reader.end()].flatMap(rowOf);
    },
  };
}

function columnNames(cells: readonly string[]): readonly string[] {
  const names = cells.map((name) => cellText(name.trim()));
  const wrong = names.findIndex((name, at) => name === '' || names.indexOf(name) !== at);
  if (wrong < 0) return names;
  throw new FileProblem(t(names[wrong] === '' ? 'import.namelessColumn' : 'import.sameColumn', { column: wrong + 1 }));
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

async function* textOf(file: File): AsyncGenerator<{ text: string; bytes: number }> {
  const decoder = new TextDecoder(encodingOf(await bytesOf(file, 0, 2)), { fatal: true });
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
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch (cause) {
    throw new FileProblem(t('import.notText'), { cause });
  }
}

/** Spreadsheets save 'Unicode text' as UTF-16 with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
