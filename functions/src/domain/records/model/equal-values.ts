import { type IndexValue, normalise } from '../../search-text/normalise.ts';

/** @returns the index values that a text from a URL equals: its own, and its number when it spells one in another way */
export function equalValues(text: string): readonly IndexValue[] {
  const own = normalise(text);
  const number = numberOf(text);
  return [...new Set([own, number].filter((value) => value !== undefined))];
}

/** @returns the number that a text spells, or undefined */
export function numberOf(text: string): number | undefined {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? (number === 0 ? 0 : number) : undefined;
}
