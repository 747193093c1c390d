import { exactKey, type Json, scalarOf, type ValueType } from '@bedplate/contract';

/**
 * Makes the text by which two values of a unique rule are compared: the class, and what equal values have in common.
 * A list or an object is compared as a whole, whatever the order of its names.
 * @returns null for null and for a missing value, which take part in no rule
 */
export function uniqueKey(value: Json | undefined, type: ValueType | undefined, ignoreCase: boolean): string | null {
  if (value === undefined || value === null) return null;
  const scalar = scalarOf(value, type);
  if (scalar === undefined) return `json ${JSON.stringify(inOrder(value))}`;
  if (typeof scalar === 'string') return `text ${ignoreCase ? foldedName(scalar) : scalar}`;
  if (typeof scalar === 'number') return `number ${exactKey(String(scalar)) ?? scalar}`;
  if (typeof scalar === 'boolean') return `boolean ${scalar}`;
  return `${scalar.kind === 'exact' ? 'number' : 'time'} ${scalar.key}`;
}

/** JavaScript has no case folding. This way "ß", "ẞ" and "SS" are one, both sigmas too, and the "ı" without its dot is an "i". */
function foldedName(text: string): string {
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

function inOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, part]) => [name, inOrder(part)]));
}
