import { limits } from '@bedplate/contract';
import { t } from '../../../texts/index.ts';
import { FileProblem, type Reader } from './source-row.ts';

/** One line of a table; `line` is where it starts in the file, from 1. */
export interface CsvLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Longer than any record may be: a quote that was never closed. */
const longestCell = limits.record;

/** RFC 4180 with any line end, in pieces of any size; empty lines are left out. */
export function csvReader(separator: string): Reader<CsvLine> {
  const plainEnd = new RegExp(`[${separator === '\t' ? '\\t' : separator}\r\n]`, 'g');
  let place: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  let cell = '';
  let cells: string[] = [];
  let line = 1;
  let start = 1;
  let quotedAt = 1;
  let afterReturn = false;
  let lines: CsvLine[] = [];

  const endCell = () => {
    cells.push(cell);
    cell = '';
    place = 'start';
  };
  const endLine = () => {
    endCell();
    if (cells.length > 1 || cells[0] !== '') lines.push({ line: start, cells });
    cells = [];
    line += 1;
    start = line;
  };
  const taken = () => {
    const done = lines;
    lines = [];
    return done;
  };
  /** @returns where to go on */
  const step = (text: string, at: number): number => {
    if (place === 'start' && text[at] === '"') {
      place = 'quoted';
      quotedAt = line;
      return at + 1;
    }
    if (place === 'quoted') {
      const quote = text.indexOf('"', at);
      const part = text.slice(at, quote < 0 ? text.length : quote);
      cell += part;
      line += part.split('\n').length - 1;
      if (cell.length > longestCell) throw new FileProblem(t('import.endlessCell', { line: quotedAt }));
      if (quote >= 0) place = 'quote';
      return quote < 0 ? text.length : quote + 1;
    }
    if (place === 'quote' && text[at] === '"') {
      cell += '"';
      place = 'quoted';
      return at + 1;
    }
    place = 'plain';
    plainEnd.lastIndex = at;
    const end = plainEnd.exec(text)?.index ?? text.length;
    cell += text.slice(at, end);
    if (cell.length > longestCell) throw new FileProblem(t('import.endlessCell', { line }));
    if (end === text.length) return end;
    if (text[end] === separator) endCell();
    else endLine();
    afterReturn = text[end] === '\r';
    return end + 1;
  };

  return {
    push(text) {
      let at = 0;
      while (at < text.length) {
        const skipsFeed = afterReturn && text[at] === '\n';
        afterReturn = false;
        at = skipsFeed ? at + 1 : step(text, at);
      }
      return taken();
    },
    end() {
      if (place === 'quoted') throw new FileProblem(t('import.endlessCell', { line: quotedAt }));
      if (cell !== '' || cells.length > 0) endLine();
      return taken();
    },
  };
}

/**
 * @param head the beginning of the file
 * @returns the separator that its first line has most of
 */
export function separatorOf(head: string): string {
  const first = head.slice(0, head.search(/[\r\n]|$/));
  return [',', ';', '\t'].reduce((best, each) => (first.split(each).length > first.split(best).length ? each : best), ',');
}

/** Removes the apostrophe that an export adds to text that a spreadsheet would calculate. */
export function cellText(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
