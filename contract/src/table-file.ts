export const tableFormats = ['csv', 'tsv', 'json', 'ndjson'] as const;
export type TableFormat = (typeof tableFormats)[number];

const byEnding: Readonly<Record<string, TableFormat>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  txt: 'csv',
};

/**
 * @param file its name, whose ending counts, and its type, which programs often guess wrong
 * @returns undefined when neither says how to read it
 */
export function tableFormatOf({ name = '', type = '' }: { name?: string; type?: string }): TableFormat | undefined {
  const ending = /\.([a-z]+)$/i.exec(name.trim())?.[1]?.toLowerCase() ?? '';
  const named = Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined;
  return (ending === 'txt' ? undefined : named) ?? formatOfType(type.toLowerCase()) ?? named;
}

function formatOfType(type: string): TableFormat | undefined {
  if (/ndjson|jsonl|json-lines/.test(type)) return 'ndjson';
  if (type.includes('json')) return 'json';
  if (/tab-separated-values|\/(x-)?tsv\b/.test(type)) return 'tsv';
  // Windows calls a CSV file by the name of the program that opens it.
  return /csv|comma-separated-values|ms-excel/.test(type) ? 'csv' : undefined;
}

/** Bytes that an encoding is told by. */
export const encodingBytes = 4096;

/**
 * @param head the first bytes of a text, `encodingBytes` or all of it
 * @param declared what its sender says; a byte order mark says it better
 * @returns a label for a TextDecoder: UTF-16 is known without its mark too, by the zeros of its letters and separators
 */
export function encodingOf(head: Uint8Array, declared?: string): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (declared && !/^(utf-?16|ucs-?2|utf-?8|unicode)$/i.test(declared)) return declared;
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  // Bytes of a program have zeros in either place.
  if (Math.min(even, odd) * 4 > Math.max(even, odd)) return 'utf-8';
  if (even === odd || isUtf8WithZeros(head, even + odd)) return declared && !declared.endsWith('8') ? 'utf-16le' : 'utf-8';
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** A text of an app may have a zero here and there. Of UTF-16, half of the bytes are zeros, or others are no UTF-8. */
function isUtf8WithZeros(head: Uint8Array, zeros: number): boolean {
  if (zeros > head.length * mostZeros) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** As a part of a text: programs and databases are full of them. */
const mostZeros = 1 / 5;

/** @returns whether what was read as text has so many zeros that it is none */
export function isFullOfZeros(text: string): boolean {
  return text.includes('\0') && text.split('\0').length - 1 > text.length * mostZeros;
}

/** @returns whether the first bytes are those of a workbook, a PDF or an archive, which read as a table are rubbish */
export function isNoText(head: Uint8Array): boolean {
  const start = String.fromCharCode(...head.slice(0, 4));
  return ['PK\u0003\u0004', '\u00D0\u00CF\u0011\u00E0', '%PDF'].includes(start) || start.startsWith('\u001F\u008B');
}

/** @returns whether text in this encoding can be read */
export function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/** @returns whether a row of a table is of a deleted record: exports of a trash, and copies of everything, say so */
export function isOfTrash(row: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(row, 'is_deleted') && String(row.is_deleted).toLowerCase() === 'true';
}
