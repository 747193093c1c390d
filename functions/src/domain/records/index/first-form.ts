import type { Json } from '@bedplate/contract';
import { markedText } from './plain-value.ts';

/**
 * How a value is in the index of a record of the first form (see `RecordDocument.iv`): a text that exactly spells a number is
 * the number there, and "true" is `true`. Such records are found by it until a rebuild has gone through.
 */
export function firstForm(value: Json | undefined): boolean | number | string | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value === 0 ? 0 : value;
  if (typeof value !== 'string') return undefined;
  if (value === 'true' || value === 'false') return value === 'true';
  return smallNumber(value) ?? markedText(value);
}

function smallNumber(text: string): number | undefined {
  if (text.length === 0 || text.length > 20) return undefined;
  const first = text.charCodeAt(0);
  if (first !== 45 && (first < 48 || first > 57)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}
