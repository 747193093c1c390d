import { comparison, filterName, literalsOf, quotedLiteral, readLiteral, type ValueType } from '@bedplate/contract';

const operators = [
  'is',
  'isNot',
  'above',
  'atLeast',
  'below',
  'atMost',
  'between',
  'oneOf',
  'contains',
  'missing',
  'present',
  'near',
] as const;
export type Operator = (typeof operators)[number];

/**
 * One condition on one field. Values are literals as the data API spells them: `open`, `5`, `"5"`. Those of `near` are a latitude with its
 * longitude, and kilometres.
 */
export interface FieldCondition {
  readonly field: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** Places are neither compared nor searched, and nothing else is near to one. @returns what can be asked of a field */
export function operatorsFor(field: string, type: string | undefined): readonly Operator[] {
  if (type !== 'geo') return operators.filter((operator) => operator !== 'near');
  const isNamed = /^[^\s(),|]+$/.test(field);
  return [...(isNamed ? (['near'] as const) : []), 'missing', 'present'];
}

/** How the operators with one value are written. */
const symbols = { is: '=', isNot: '!=', above: '>', atLeast: '>=', below: '<', atMost: '<=', contains: '~' } as const;

/** @returns how many values the operator takes; Infinity for a list */
export function valuesOf(operator: Operator): number {
  if (operator === 'missing' || operator === 'present') return 0;
  if (operator === 'oneOf') return Number.POSITIVE_INFINITY;
  return operator === 'between' || operator === 'near' ? 2 : 1;
}

/** @returns the condition as a part of a query string, before it is encoded */
export function spelt({ field, operator, values: [first = '', second = '', ...more] }: FieldCondition): string {
  const name = filterName(field);
  if (operator === 'near') return `near=${field}(${first},${second}km)`;
  if (operator === 'missing') return `${name}=null`;
  if (operator === 'present') return `${name}!=null`;
  if (operator === 'between') return `${name}>=${first}&<=${second}`;
  if (operator === 'oneOf') return `${name}=${[first, second, ...more].filter(Boolean).join('|')}`;
  return `${name}${symbols[operator]}${first}`;
}

/** @returns the condition that the text spells; null for one that this form cannot show */
export function readCondition(text: string): FieldCondition | null {
  const [, place, at, distance] = nearPattern.exec(text) ?? [];
  if (place !== undefined && at !== undefined && distance !== undefined) return { field: place, operator: 'near', values: [at, distance] };
  const [, bracketed, plain, sign = '', value = ''] = pattern.exec(text) ?? [];
  const field = bracketed ?? plain?.trim();
  if (!field || sign === '') return null;
  if (bracketed === undefined && filterName(field) !== field) return null; // a parameter
  const [, from, to] = (sign === '>=' && range.exec(value)) || [];
  if (from !== undefined && to !== undefined) return { field, operator: 'between', values: [from, to] };
  if (joined.test(value.replace(wholeQuotes, ''))) return null;
  if (value === 'null' && sign === '=') return { field, operator: 'missing', values: [] };
  if (value === 'null' && sign === '!=') return { field, operator: 'present', values: [] };
  const values = literalsOf(value).map((one) => (one.quoted ? quotedLiteral(one.text) : literalOf(one.text)));
  if (values.length > 1) return sign === '=' ? { field, operator: 'oneOf', values } : null;
  const operator = (Object.keys(symbols) as (keyof typeof symbols)[]).find((name) => symbols[name] === sign);
  return operator ? { field, operator, values } : null;
}

const pattern = /^(?:filter\[([^\]]*)\]|([^<>=~!]+))=?(>=|<=|!=|[<>~]|=)(.*)$/s;
/** `near=place(52.52,13.405,5km)`: the place and the distance. */
const nearPattern = /^near=([^\s(),|]+)\(\s*([-+\d.]+\s*,\s*[-+\d.]+)\s*,\s*([\d.]+)\s*km\s*\)$/i;
const range = /^("(?:[^"\\]|\\.)*"|[^&]*)&<=("(?:[^"\\]|\\.)*"|[^&]*)$/s;
const wholeQuotes = /(?<=^|\|)"(?:[^"\\]|\\.)*"(?=\||$)/gs;
/** Further conditions on the same field. */
const joined = /&\s*(?:[<>=~]|!=)/;

/** @returns the literal of a text that somebody typed: in quotes where the API would read more out of it than a value */
export function literalOf(text: string): string {
  if (/^"(?:[^"\\]|\\.)*"$/s.test(text)) return text;
  return text === '' || text === 'null' || /[|&]|^["<>=~!]|\\$/.test(text) ? quotedLiteral(text) : text;
}

/** @returns the text of a literal in a form: its quotes are shown where it means something else without them */
export function typedText(literal: string): string {
  const [one] = literalsOf(literal);
  return one?.quoted && literalOf(one.text) === literal ? one.text : literal;
}

interface CellValue {
  readonly field: string;
  readonly value: unknown;
  /** Of the field, where one is declared. */
  readonly type: ValueType | undefined;
}

/** @returns the condition that finds the records with this value of the field, or all others; null for lists and objects */
export function conditionOnValue({ field, value, type }: CellValue, isSame: boolean): FieldCondition | null {
  if (value === null || value === undefined) return { field, operator: isSame ? 'missing' : 'present', values: [] };
  if (typeof value === 'object') return null;
  const text = String(value);
  const isBare = typeof value !== 'string' || findsItAlone(value, type);
  return { field, operator: isSame ? 'is' : 'isNot', values: [isBare ? literalOf(text) : quotedLiteral(text)] };
}

/** A text may spell a number or a boolean that it would find too, be one by its field's type, or none that could be asked for. */
function findsItAlone(text: string, type: ValueType | undefined): boolean {
  const reading = readLiteral({ text, quoted: false }, type);
  return reading !== undefined && reading.equals.length < 2 && comparison('=', [reading], type)(text);
}
