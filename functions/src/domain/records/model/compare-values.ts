import type { IndexValue } from '../../search-text/normalise.ts';

/** The order of Firestore: booleans, then numbers, then texts by code point. */
export function compareValues(a: IndexValue, b: IndexValue): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) return rank;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return Number(a) - Number(b);
}

/** UTF-8 byte order, which is code point order; JavaScript's own puts surrogates before the characters from U+E000 on. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

function rankOf(value: IndexValue): number {
  if (typeof value === 'boolean') return 0;
  return typeof value === 'number' ? 1 : 2;
}
