import { exactKey } from './exact-number.ts';
import { foldedStart } from './fold.ts';
import { classOf, type Scalar } from './scalar.ts';

/**
 * The order of lists: false, true, numbers and exact numbers by value, times, texts. Texts are compared by the code points of their
 * folded beginnings, so letter case does not affect the order.
 * @returns below 0 when `a` comes first; 0 also for texts that only differ in letter case or beyond what is compared
 */
export function compareScalars(a: Scalar, b: Scalar): number {
  const rank = ranks[classOf(a)] - ranks[classOf(b)];
  if (rank !== 0) return rank;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(foldedStart(a), foldedStart(b));
  if (typeof a !== 'object' && typeof b !== 'object') return Number(a) - Number(b);
  return compareTexts(keyOf(a), keyOf(b));
}

/** @returns whether two values are the same one: of one class, texts as they are spelt */
export function equalScalars(a: Scalar, b: Scalar): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return ranks[classOf(a)] === ranks[classOf(b)] && compareScalars(a, b) === 0;
}

const ranks = { boolean: 0, number: 1, exact: 1, time: 2, text: 3 } as const;

/** Of a number among exact ones: its shortest spelling, which is the value that people see. */
function keyOf(scalar: Scalar): string {
  return typeof scalar === 'object' ? scalar.key : (exactKey(String(scalar)) ?? '');
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
