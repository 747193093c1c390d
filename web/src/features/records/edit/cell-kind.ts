import { type JsonType, keepsDigits, lostNumber, repeatedMembers, spellsNumber } from '@bedplate/contract';
import { t } from '../../../texts/index.ts';

/** The type of a cell's value, which decides about the text that may be typed. */
export type CellKind = 'text' | 'number' | 'boolean' | 'json';

/** Signs of the type that an empty cell has, whose field nobody has declared. */
export interface FieldSigns {
  /** The types that its values have had. */
  readonly learned?: readonly JsonType[] | undefined;
  /** The typed one, which of several types is of the one that it spells exactly. */
  readonly text?: string | undefined;
}

export function kindOf(value: unknown, { learned = [], text = '' }: FieldSigns = {}): CellKind {
  if (isValue(value)) return ofType(typeof value);
  const kinds = learned.map(ofType);
  return (kinds.every((kind) => kind === kinds[0]) ? kinds[0] : kinds.find((kind) => isExact(text, kind))) ?? 'text';
}

function isValue(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** @param type of JavaScript or of JSON */
function ofType(type: string): CellKind {
  if (type === 'string') return 'text';
  return type === 'number' || type === 'boolean' ? type : 'json';
}

/** "007" and "1,5" are texts; half a list is refused, and no text. */
function isExact(text: string, kind: CellKind): boolean {
  if (kind === 'json') return /^\s*[[{]/.test(text);
  const parsed = parseCell(text, kind);
  return kind !== 'text' && text !== '' && 'value' in parsed && editText(parsed.value) === text;
}

/** How a cell's value is a text in its editor. */
export interface CellFormat {
  readonly kind: CellKind;
  /** The texts that may be chosen, where others are refused. */
  readonly options?: readonly string[];
  textOf: (value: unknown) => string;
  /** @returns the value, or the sentence that says why the text is none */
  read: (text: string) => { value: unknown } | { problem: string };
}

/** @returns the format of a value whose field nobody has declared */
export function plainFormat(value: unknown, signs: FieldSigns): CellFormat {
  return {
    kind: kindOf(value, signs),
    textOf: editText,
    read(text) {
      const parsed = parseCell(text, kindOf(value, { ...signs, text }));
      return 'problem' in parsed ? { problem: t(parsed.problem) } : parsed;
    },
  };
}

/** @returns the value's text in an editor */
export function editText(value: unknown): string {
  if (!isValue(value)) return '';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

export type Parsed = { value: unknown } | { problem: 'records.notNumber' | 'records.longNumber' | 'value.not.boolean' | 'records.notJson' };

/**
 * @returns the value of its kind that the text spells; an emptied cell that is no text holds null
 */
export function parseCell(text: string, kind: CellKind): Parsed {
  if (kind === 'text') return { value: text };
  if (text.trim() === '') return { value: null };
  if (kind === 'boolean') return /^\s*(?:true|false)\s*$/i.test(text) ? { value: /true/i.test(text) } : { problem: 'value.not.boolean' };
  if (kind === 'number') {
    const isNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) && Number.isFinite(Number(text));
    if (!isNumber) return { problem: 'records.notNumber' };
    if (spellsNumber(text)) return { value: Number(text) };
    return { problem: keepsDigits(text) && text.replaceAll(/\D/g, '').length < 16 ? 'records.notNumber' : 'records.longNumber' };
  }
  try {
    const value = JSON.parse(text) as unknown;
    if (repeatedMembers(text).size > 0) return { problem: 'records.notJson' };
    return lostNumber(text) === undefined ? { value } : { problem: 'records.longNumber' };
  } catch {
    return { problem: 'records.notJson' };
  }
}
