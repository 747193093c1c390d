import type { Json } from '@bedplate/contract';
import { fold, type IndexValue, normalise } from './normalise.ts';

/** Tokens are names of top-level fields of a record document with the value true; each is an index list of its own. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Marks a record whose text is too long for tokens: every text search looks at it. */
export const longTextToken = 'gx';

const textCharacters = 256;
const gramsPerRecord = 512;
const elementsPerArray = 100;

/** @returns one token per distinct three characters of the texts, or only the mark when they are too many or too long */
export function gramTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const text of texts) {
    if (text.length > textCharacters) return [longTextToken];
    for (const gram of gramsOf(text)) tokens.add(gramToken(gram));
    if (tokens.size > gramsPerRecord) return [longTextToken];
  }
  return [...tokens];
}

/** @returns the tokens that a record containing `term` (folded) surely carries, at most eight, spread over the term; none below 3 characters */
export function searchTokens(term: string): string[] {
  const grams = [...new Set(gramsOf(term))];
  const step = Math.max(1, grams.length / 8);
  const chosen = new Set<string>();
  for (let i = 0; i < grams.length && chosen.size < 8; i += step) chosen.add(gramToken(grams[Math.floor(i)] ?? ''));
  return [...chosen];
}

/** @returns one token per distinct scalar in an array, or null when there are too many */
export function elementTokens(code: string, elements: readonly Json[]): string[] | null {
  if (elements.length > elementsPerArray) return null;
  const values = elements.map(normalise).filter((value) => value !== undefined);
  return [...new Set(values.map((value) => elementToken(code, value)))];
}

/** @returns the token of a scalar, normalised, in an array field */
export function elementToken(code: string, value: IndexValue): string {
  return `t${hashed(`${code}\0${typeof value}\0${String(value)}`, 8)}`;
}

/** @returns one token per first one and two characters of a word: what a search below three characters looks for */
export function wordStartTokens(text: string): string[] {
  const starts = text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => (word ? [word.slice(0, 1), word.slice(0, 2)] : []));
  return [...new Set(starts)].map((start) => `w${hashed(start, 4)}`);
}

/** Folded texts of all scalars, at any depth: what search and `~` look at. */
export function textsOf(value: Json): string[] {
  if (value === null) return [];
  if (typeof value === 'object') return Object.values(value).flatMap(textsOf);
  return [fold(String(value))];
}

function gramsOf(text: string): string[] {
  const grams: string[] = [];
  for (let i = 0; i + 3 <= text.length; i += 1) grams.push(text.slice(i, i + 3));
  return grams;
}

function gramToken(gram: string): string {
  return `g${hashed(gram, 4)}`;
}

/** FNV-1a, twice with different starts: fast, and a clash only costs a look at a record that does not match. */
function hashed(text: string, length: number): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ (unit + i), 0x01000193);
  }
  let number = (a >>> 0) * 0x200000 + ((b >>> 11) & 0x1fffff);
  let out = '';
  for (let i = 0; i < length; i += 1, number = Math.floor(number / 62)) out += alphabet[number % 62];
  return out;
}
