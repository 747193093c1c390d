import { containing, unaccented } from '@bedplate/contract';

/** An order by how well records fit a search. */
export interface Rank {
  /** Weights of fields; all others have 1. */
  readonly weights: readonly { readonly path: string; readonly weight: number }[];
}

/** Shorter words may be others with one letter changed. */
const letters = 6;

/** @param search folded @returns its words; a record must have each */
export function wordsOf(search: string): string[] {
  return [...new Set(search.split(/\s+/).filter((word) => word !== ''))];
}

/** @returns parts; a text with the word has at least one of them, even where one letter differs */
export function partsOf(word: string): string[] {
  if (word.length < letters) return [word];
  const middle = Math.floor(word.length / 2);
  return [word.slice(0, middle), word.slice(middle)];
}

/** @returns whether a text has the word, or one that differs by a letter */
export function hasWord(word: string): (text: string) => boolean {
  const isPart = containing(word);
  return (text) => isPart(text) || bothSpellings(text).some((one) => wordsIn(one).some((other) => isSlip(other, word)));
}

/** As it stands, and without accents. */
export function bothSpellings(text: string): string[] {
  const bare = unaccented(text);
  return bare === text ? [text] : [text, bare];
}

export function wordsIn(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u);
}

/** @returns whether one letter more, less or another one makes a long word of the other */
export function isSlip(other: string, word: string): boolean {
  return word.length >= letters && isNear(other, word);
}

function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [x, y] = [a.slice(start), b.slice(start)];
  return x.slice(1) === y.slice(1) || x === y.slice(1) || x.slice(1) === y;
}
