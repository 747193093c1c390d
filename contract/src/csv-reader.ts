import { limits } from './limits.ts';
import { CsvProblem, type CsvProblemKey } from './csv-problem.ts';

/** One line of a table; `line` is where it starts in the file, from 1. */
export interface CsvLine {
  readonly line: number;
  /** `undefined` for a cell without anything; the empty text is in quotes. */
  readonly cells: readonly (string | undefined)[];
}

/** Converts a text in pieces to values. */
export interface PieceReader<T> {
  /** @throws {CsvProblem} when the rest of the file cannot be read */
  push: (text: string) => T[];
  /** After the last piece. */
  end: () => T[];
}

export interface CsvReader extends PieceReader<CsvLine> {
  /** Whether it has met a cell in quotes that needs none. */
  quotesFreely: () => boolean;
}

/** Characters for which some program puts a cell in quotes. */
const needsQuotes = /["\r\n,;\t|]|^\s|\s$/;

/** Longer than any record may be: a quote that was never closed. */
const longestCell = limits.record;

/**
 * RFC 4180 with any line end, in pieces of any size; an empty line has no cells. A cell `""` is the empty text, unless the file
 * quotes cells that need no quotes: such a program quotes missing values as well. Blanks around the quotes of a cell, which people
 * write behind separators, are no part of it; where such a quote opens no whole cell, it is a character.
 * @param firstLine the number of the first line, and whether an earlier look has found that the file quotes so
 */
export function csvReader(separator: string, { firstLine = 1, quotesFreely = false } = {}): CsvReader {
  const plainEnd = new RegExp(`[${separator.replace(/[\\\]^-]/, '\\$&')}\r\n]`, 'g');
  let place: 'start' | 'plain' | 'quoted' | 'quote' | 'behind' = 'start';
  let cell = '';
  let blanksBefore = '';
  let blanksBehind = '';
  let cells: (string | undefined)[] = [];
  let isQuoted = false;
  let line = firstLine;
  let start = firstLine;
  let quotedAt = firstLine;
  let afterReturn = false;
  let lines: CsvLine[] = [];

  const isBlank = (character: string) => (character === ' ' || character === '\t') && character !== separator;
  const begin = (at: 'start' | 'plain') => {
    cell = '';
    blanksBefore = '';
    blanksBehind = '';
    isQuoted = false;
    place = at;
  };
  const endCell = () => {
    if (isQuoted && cell !== '' && !needsQuotes.test(cell) && !cell.includes(separator)) quotesFreely = true;
    cells.push(isQuoted || cell !== '' ? cell : undefined);
    begin('start');
  };
  const endLine = () => {
    endCell();
    if (quotesFreely) cells = cells.map((each) => (each === '' ? undefined : each));
    lines.push({ line: start, cells: cells.length > 1 || cells[0] !== undefined ? cells : [] });
    cells = [];
    line += 1;
    start = line;
  };
  const taken = () => {
    const done = lines;
    lines = [];
    return done;
  };
  const isUnclosed = () => place === 'quoted';
  /** Reads again, as it is spelt, what began with blanks and a quote and is no cell in quotes. */
  const unquote = (key: CsvProblemKey, at: number) => {
    if (blanksBefore === '') throw new CsvProblem(key, { line: at });
    const spelt = `${blanksBefore}"${cell.replaceAll('"', '""')}${place === 'quoted' ? '' : '"'}${blanksBehind}`;
    line = quotedAt;
    begin('plain');
    read(spelt);
  };
  /** @returns where to go on */
  const step = (text: string, at: number): number => {
    const character = text.charAt(at);
    if (place === 'start' && isBlank(character)) {
      blanksBefore += character;
      return at + 1;
    }
    if (place === 'start' && character === '"') {
      place = 'quoted';
      isQuoted = true;
      quotedAt = line;
      return at + 1;
    }
    if (place === 'quoted') {
      const quote = text.indexOf('"', at);
      const part = text.slice(at, quote < 0 ? text.length : quote);
      cell += part;
      line += part.split('\n').length - 1;
      if (quote >= 0) place = 'quote';
      if (cell.length > longestCell) unquote('csvUnclosed', quotedAt);
      return quote < 0 ? text.length : quote + 1;
    }
    if (place === 'quote' && character === '"') {
      cell += '"';
      place = 'quoted';
      return at + 1;
    }
    if ((place === 'quote' || place === 'behind') && isBlank(character)) {
      blanksBehind += character;
      place = 'behind';
      return at + 1;
    }
    // Another character may not follow: the rest would be read as another row.
    if ((place === 'quote' || place === 'behind') && ![separator, '\r', '\n'].includes(character)) {
      unquote('csvOverrun', line);
      return at;
    }
    if (place === 'start') cell = blanksBefore;
    place = 'plain';
    plainEnd.lastIndex = at;
    const end = plainEnd.exec(text)?.index ?? text.length;
    cell += text.slice(at, end);
    if (cell.length > longestCell) throw new CsvProblem('csvLongCell', { line });
    if (end === text.length) return end;
    if (text[end] === separator) endCell();
    else endLine();
    afterReturn = text[end] === '\r';
    return end + 1;
  };

  const read = (text: string) => {
    let at = 0;
    while (at < text.length) {
      const skipsFeed = afterReturn && text[at] === '\n';
      afterReturn = false;
      at = skipsFeed ? at + 1 : step(text, at);
    }
  };

  return {
    push(text) {
      read(text);
      return taken();
    },
    end() {
      while (isUnclosed()) unquote('csvUnclosed', quotedAt);
      if (place === 'start') cell = blanksBefore;
      if (cell !== '' || cells.length > 0 || isQuoted) endLine();
      return taken();
    },
    quotesFreely: () => quotesFreely,
  };
}
