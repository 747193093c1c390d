import { isTypedAlone, type JsonType, keepsDigits, lostNumber, repeatedMembers, spellsNumber } from '@bedplate/contract';
import { t } from '../../../texts/index.ts';

/** The type of a cell's value, which decides about the text that may be typed. */
export type CellKind = 'text' | 'number' | 'boolean' | 'json';

/** Signs of the type that an empty cell has, whose field nobody has declared. */
export interface FieldSigns {
  /** Other values of the field. */
  readonly column?: readonly unknown[];
  /** The types that its values have had. */
  readonly learned?: readonly JsonType[] | undefined;
  /** What is typed: of several types it is the one that it spells exactly. */
  readonly text?: string | undefined;
}

export function kindOf(value: unknown, { column = [], learned = [], text = '' }: FieldSigns = {}): CellKind {
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as 'number' | 'boolean';
  if (typeof value === 'object' && value !== null) return 'json';
  if (typeof value === 'string') return 'text';
  if (learned.length > 1) return spelledKind(text, learned);
  if (learned[0]) return ofType(learned[0]);
  const known = column.filter((other) => other !== null && other !== undefined).map((other) => kindOf(other));
  const [first] = known;
  return first !== undefined && known.every((kind) => kind === first) ? first : 'text';
}

function ofType(type: JsonType): CellKind {
  if (type === 'string') return 'text';
  return type === 'number' || type === 'boolean' ? type : 'json';
}

/** "007" and "1,5" are texts, and so is a kind that the field never had. */
function spelledKind(text: string, learned: readonly JsonType[]): CellKind {
  const kind = isTypedAlone(text) ? kindOf(JSON.parse(text)) : 'text';
  return learned.some((type) => ofType(type) === kind) ? kind : 'text';
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
  if (value === null || value === undefined) return '';
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
