import { flagOfCell } from './flag-words.ts';
import { lostNumber, spellsNumber } from './number-text.ts';
import type { Json } from './values/json.ts';

/**
 * Kinds of values in a column; `decimal`: amounts such as 10.00, which keep their zeros as texts; `mixed`: each cell as it looks, once
 * somebody says so.
 */
export type CellType = 'text' | 'number' | 'decimal' | 'boolean' | 'json' | 'mixed';

/**
 * Text that a spreadsheet runs: it begins like a formula, in full-width and small letters as well, maybe after blanks, line ends, control
 * characters, which programs drop, and invisible ones. https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = String.raw`(?:[\t\r\n]|[\s\p{Z}\p{C}\p{DI}]*[=+\-@＝＋－＠﹦﹢﹣﹫])`;
const beginsLikeFormula = new RegExp(`^'*${formula}`, 'u');
const behindSeparator = new RegExp(`[,;\\t|]${formula}`, 'u');
const madeHarmless = new RegExp(`^'+${formula}`, 'u');

/** @returns whether a program with another separator would find a formula in the text, unless it is quoted */
export function hidesFormula(text: string): boolean {
  return behindSeparator.test(text);
}

/** @returns the text for a cell: an apostrophe in front makes a formula text */
export function withApostrophe(text: string): string {
  return beginsLikeFormula.test(text) ? `'${text}` : text;
}

/** @returns what `withApostrophe` was given: one apostrophe less where the text had or got one for its sake */
export function withoutApostrophe(cell: string): string {
  return madeHarmless.test(cell) ? cell.slice(1) : cell;
}

/** Whole numbers that a program may not know exactly are written with an exponent: as digits they read like the text of an id. */
export function csvNumber(value: number): string {
  const isDigits = Number.isInteger(value) && !Number.isSafeInteger(value);
  return isDigits ? value.toExponential() : String(value);
}

/**
 * Decides over a whole column, so that one of codes such as "007" and "12" stays text altogether, and so does one of several kinds.
 * @param name of the column @param cells of the column; empty ones do not matter, nor do blanks around others
 */
export function guessCellType(name: string, cells: readonly string[]): Exclude<CellType, 'mixed'> {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (filled.length === 0 || name === 'password') return 'text';
  if (filled.every(isNumber)) return 'number';
  if (areAmounts(filled)) return 'decimal';
  if (filled.every((cell) => /^(true|false)$/i.test(cell))) return 'boolean';
  return filled.every(isJson) ? 'json' : 'text';
}

/** @returns whether the cell alone is a number, a boolean or JSON, whatever its column is */
export function isTypedAlone(cell: string): boolean {
  return typeof mixedValue(cell) !== 'string';
}

/**
 * @returns amounts as decimals where a field of such may be declared; else numbers, and texts where a number loses digits of one
 * @param cells of the column
 */
export function settledType(guessed: CellType, cells: readonly string[], mayBeDecimal: boolean): CellType {
  if (guessed !== 'decimal' || mayBeDecimal) return guessed;
  return cells.every((cell) => cell.trim() === '' || spellsNumber(cell.trim())) ? 'number' : 'text';
}

/** @returns whether a cell of blanks alone is as empty: a text is as it is spelt */
export function holdsNothing(cell: string, type: CellType): boolean {
  return type !== 'text' && cell !== '' && cell.trim() === '';
}

/** @returns undefined for a cell that is no value of this type */
export function valueOfCell(cell: string, type: CellType): Json | undefined {
  if (type === 'mixed') return mixedValue(cell);
  const text = withoutApostrophe(cell);
  if (type === 'text') return text;
  if (type === 'number') return numberOf(text.trim());
  if (type === 'decimal') return numberOf(text.trim()) === undefined ? undefined : text.trim();
  return type === 'boolean' ? flagOfCell(text) : jsonOf(text);
}

function mixedValue(cell: string): Json {
  if (cell === 'true' || cell === 'false') return cell === 'true';
  if (isNumber(cell)) return Number(cell);
  return (isJson(cell) ? jsonOf(cell) : undefined) ?? withoutApostrophe(cell);
}

/** Text that an export would write for the number: "007" and an id of 17 digits are none. */
function isNumber(cell: string): boolean {
  const number = Number(cell);
  return cell !== '' && Number.isFinite(number) && csvNumber(number) === cell;
}

/** A spreadsheet writes amounts with all their decimals, "12.50" and "3.00"; versions such as "1.10" and "1.9" have as many as they need. */
function areAmounts(cells: readonly string[]): boolean {
  const decimals = cells.map((cell) => /^-?(?:0|[1-9]\d{0,12})\.(\d{1,6})$/.exec(cell)?.[1]?.length);
  return decimals.every((count) => count !== undefined && count === decimals[0]);
}

function numberOf(text: string): number | undefined {
  const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

function isJson(cell: string): boolean {
  return /^\s*[[{]/.test(cell) && jsonOf(cell) !== undefined && lostNumber(cell) === undefined;
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
