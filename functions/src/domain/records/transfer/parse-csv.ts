/** One line of a table; `line` is where it starts in the file, from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * RFC 4180, with any line end and an optional byte order mark; empty lines are left out.
 * @returns the rows, or the line in which a quoted cell starts that never ends, or in which one goes on behind its quote
 */
export function parseCsv(text: string, separator: string): CsvRow[] | { readonly unclosed: number } | { readonly overrun: number } {
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let start = 1;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const ends = [separator, '\r', '\n'];
  const endRow = () => {
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: start, cells });
    cells = [];
    start = line;
  };
  while (at < text.length) {
    const cell = text[at] === '"' ? quoted(text, at) : plain(text, at, separator);
    if (!cell) return { unclosed: line };
    // The rest must not be read as another row.
    if (cell.end < text.length && !ends.includes(text.charAt(cell.end))) return { overrun: line + cell.lines };
    cells.push(cell.value);
    line += cell.lines;
    at = cell.end;
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) cells.push('');
      continue;
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    line += 1;
    endRow();
  }
  if (cells.length > 0) endRow();
  return rows;
}

interface Cell {
  readonly value: string;
  readonly end: number;
  readonly lines: number;
}

function plain(text: string, from: number, separator: string): Cell {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { value: text.slice(from, end), end, lines: 0 };
}

function quoted(text: string, from: number): Cell | null {
  let value = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return null;
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1, lines: value.split('\n').length - 1 };
    value += '"';
    at = quote + 2;
  }
}
