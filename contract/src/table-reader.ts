import type { Text } from './texts/text.ts';
import { withoutApostrophe } from './cell-values.ts';
import { CsvProblem, type CsvProblemKey } from './csv-problem.ts';
import { type CsvReader, type CsvLine, csvReader, type PieceReader } from './csv-reader.ts';
import { separatorOf } from './csv-separator.ts';

/** One row below the names: its cells as they stand in the file, `undefined` for an empty one; a row with a problem may lack some. */
export interface TableRow {
  readonly value: Readonly<Record<string, string | undefined>>;
  readonly problem?: Text<CsvProblemKey>;
}

export interface TableReader extends PieceReader<TableRow> {
  /** Rows so far that had nothing in any column, which are no rows: those of empty cells, and empty lines between others. */
  blankRows: () => number;
  /** Whether the file puts cells in quotes that need none, as far as it has been read: then `""` is a missing value. */
  quotesFreely: () => boolean;
}

/** Characters of the beginning that the separator is told by. */
const looksAt = 64 * 1024;

/**
 * Reads a table as spreadsheets save it: names in the first line, cells below; blank lines mean nothing, nor do empty cells without a
 * name. A first line `sep=;` says the separator. The console and the API read tables by this alone.
 * @param separator of a file whose type says it; else the file itself tells
 * @param quotesFreely of a file that was looked through before: what a cell `""` means may be told below it
 * @throws {CsvProblem} when the table cannot be read on
 */
export function tableReader(separator?: string, quotesFreely = false): TableReader {
  let head = '';
  let reader: CsvReader | undefined;
  let header: Header | undefined;
  let blank = 0;
  let empty = 0;

  const rowsOf = (lines: readonly CsvLine[]): TableRow[] =>
    lines.flatMap(({ line, cells }) => {
      if (cells.length === 0) empty += header ? 1 : 0;
      else if (header) {
        blank += empty + (cells.every(isBlank) ? 1 : 0);
        empty = 0;
      }
      if (cells.every(isBlank)) return [];
      if (header) return [rowOf(header, { line, cells })];
      header = headerOf(cells);
      return [];
    });
  const begun = (): TableRow[] => {
    const text = head.replace(/^\uFEFF/, '');
    refuseOthers(text);
    const said = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n|$)/i.exec(text);
    const rest = said ? text.slice(said[0].length) : text;
    head = '';
    reader = csvReader(said?.[1] ?? separator ?? separatorOf(rest), { firstLine: said ? 2 : 1, quotesFreely });
    return rowsOf(reader.push(rest));
  };

  return {
    push(text) {
      if (reader) return rowsOf(reader.push(text));
      head += text;
      return head.length < looksAt ? [] : begun();
    },
    end() {
      const rows = reader ? [] : begun();
      return [...rows, ...rowsOf(reader?.end() ?? [])];
    },
    blankRows: () => blank,
    quotesFreely: () => reader?.quotesFreely() ?? quotesFreely,
  };
}

/** Read as a table, each of their lines would be a row. */
function refuseOthers(text: string): void {
  if (/^\s*(?:<(?:!doctype|\?xml|html|head|body|table|meta|style)\b|\{\\rtf)/i.test(text)) throw new CsvProblem('csvMarkup');
  if (/^\s*(?:\[\s*)?\{\s*"/.test(text) || /^\s*\[\s*\]?\s*$/.test(text)) throw new CsvProblem('csvJson');
}

/** Blanks, and what comes along when a name is copied from a page: such a name would be another field that looks the same. */
const unseenEdges = /^[\s\u00AD\u061C\u200B\u200E\u200F\u2060]+|[\s\u00AD\u061C\u200B\u200E\u200F\u2060]+$/g;

interface Header {
  /** By column; '' for those without, which hold nothing. */
  readonly names: readonly string[];
  /** The number of columns up to the last one with a name. */
  readonly columns: number;
}

/** The empty text in quotes is something, in a row; spaces are not. */
function isBlank(cell: string | undefined): boolean {
  return cell === undefined || (cell !== '' && cell.trim() === '');
}

function headerOf(cells: CsvLine['cells']): Header {
  // Read on, a separator within such a cell would end it, and each text would keep its marks.
  if (cells.every((cell = '') => isBlank(cell) || isSingleQuoted(cell.trim()))) throw new CsvProblem('csvSingleQuotes');
  // A name that was broken into lines, to make its column narrow, is one name; so is one whose accents a Mac has put beside its letters.
  const names = cells.map((cell = '') =>
    withoutApostrophe(cell.replaceAll(unseenEdges, ''))
      .replace(/\s*[\r\n\v\t]\s*/g, ' ')
      .normalize('NFC'),
  );
  const firsts = new Map(names.map((name, at) => [name, at] as const).reverse());
  const again = names.findIndex((name, at) => name !== '' && firsts.get(name) !== at);
  if (again >= 0) throw new CsvProblem('csvSameName', { column: again + 1 });
  return { names, columns: names.findLastIndex((name) => name !== '') + 1 };
}

/** A name that our own exports begin with an apostrophe is none: the apostrophe is taken away. */
function isSingleQuoted(name: string): boolean {
  return name.length > 1 && name.startsWith("'") && name.endsWith("'") && withoutApostrophe(name) === name;
}

/** Looks at the cells of its line alone: a file may have a hundred thousand columns above thousands of short lines. */
function rowOf({ names, columns }: Header, { line, cells }: CsvLine): TableRow {
  const nameless = cells.findIndex((cell, at) => names[at] === '' && cell?.trim());
  if (nameless >= 0) throw new CsvProblem('csvNameless', { column: nameless + 1 });
  const value = Object.fromEntries(cells.slice(0, columns).flatMap((cell, at) => (names[at] ? [[names[at], cell] as const] : [])));
  const isWhole = cells.length >= columns && cells.slice(columns).every((cell = '') => cell.trim() === '');
  if (isWhole) return { value };
  return { value, problem: { key: 'csvCells', values: { line, cells: cells.length, columns } } };
}
