import { hash } from 'node:crypto';
import type { Json } from '@bedplate/contract';
import { createCache } from '../../memory/cache.ts';

/** A scalar in the form that is indexed, compared and sorted. Null and missing values have none. */
export type IndexValue = boolean | number | string;

const keptCharacters = 128;
/** Follows a shortened or case-folded text, before the mark of the exact one; it sorts below all normalised characters. */
const exactMark = '\u0001';
/** The least text above every text that is normalised to the one before it. */
export const afterMark = '\u0002';

/**
 * Converts text that exactly spells a number to the number, and "true" to `true`. Folds other text
 * (NFKC, lower case, 128 characters), so that case does not affect sorting and ranges. A mark at the
 * end keeps texts apart that fold alike: two values are equal only when the originals are.
 */
export function normalise(value: Json | undefined): IndexValue | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value === 0 ? 0 : value;
  if (typeof value !== 'string') return undefined;
  if (value === 'true' || value === 'false') return value === 'true';
  const number = exactNumber(value);
  if (number !== undefined) return number;
  const folded = foldedStart(value);
  return folded === value ? value : folded + exactMark + shortHash(value);
}

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

/** Folded and cut as in the index, without the mark: the bound of a range. */
export function foldedStart(text: string): string {
  const folded = fold(text);
  if (folded.length <= keptCharacters) return folded;
  return Array.from(folded.slice(0, keptCharacters * 2))
    .slice(0, keptCharacters)
    .join('');
}

/** Most texts: NFKC does not change them, and they have no control characters. */
const ascii = /^[ -~]*$/;

/** Upper and lower case, and the forms that NFKC makes one, are the same text; control characters, the marks' own, are spaces. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cc}/gu, ' ');
}

/** Accents and points of Latin, Greek, Cyrillic, Hebrew and Arabic, Arabic's stretching, and what nobody sees; й is a letter of its own. */
const left =
  /(?<!и)\u0306|[[\p{M}&&[\p{sc=Inherited}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}]]--[\u{306}\u{3099}\u{309A}]]|\u0640|\p{DI}/gv;
/** Letters that have no accent to Unicode, and marks that programs set in place of those on a keyboard. */
const plain: Readonly<Record<string, string>> = Object.fromEntries(
  ['ßss', 'ςσ', 'øo', 'łl', 'đd', 'ðd', 'þth', 'æae', 'œoe', 'ıi', 'ħh', 'ŧt', "’'", "‘'", "‚'", "‛'", "ʼ'", "ʻ'", "ʹ'", "′'"]
    .concat(['“"', '”"', '„"', '‟"', '«"', '»"', '‐-', '‒-', '–-', '—-', '−-'])
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);
const replaced = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu');

/**
 * Text as a search compares it besides the text itself: without accents, final forms and typographic marks, so that `cafe` finds "café".
 * @param text folded
 */
export function unaccented(text: string): string {
  if (ascii.test(text)) return text;
  const bare = text.normalize('NFKD').replace(left, '').normalize('NFC');
  return bare.replace(replaced, (character) => plain[character] ?? character);
}

/** @param term folded @returns whether a folded text contains it, or does so without accents: no text is lost by the wider look */
export function containing(term: string): (text: string) => boolean {
  const bare = unaccented(term);
  return (text) => text.includes(term) || (bare !== '' && !(bare === term && ascii.test(text)) && unaccented(text).includes(bare));
}

/** Text that is how JavaScript writes that number: "5", "-1.5"; not "007", "1.10", "+1" or digits beyond exact numbers. */
function exactNumber(text: string): number | undefined {
  if (text.length === 0 || text.length > 20) return undefined;
  const first = text.charCodeAt(0);
  if (first !== 45 && (first < 48 || first > 57)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

/** An update asks for those of the record before and after, which are mostly the same, and a list for one value on each record. */
const hashes = createCache<string>({ max: 5000 });

function shortHash(text: string): string {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  const made = hash('sha256', text, 'base64url').slice(0, 11);
  if (text.length <= keptCharacters) hashes.set(text, made);
  return made;
}
