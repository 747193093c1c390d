import { fold, type Json } from '@bedplate/contract';
import { without } from './filter.ts';
import { bothSpellings, isSlip, type Rank, wordsIn, wordsOf } from './searched-words.ts';

/**
 * How well a record fits: for each word the best of its texts, as whole words before beginnings, these before other parts and those
 * before words that differ by a letter, in short texts before long ones, times the weight of the field; and more where a text has all
 * of the search.
 * @param search folded
 */
export function scoreOf(
  fields: Readonly<Record<string, Json>>,
  { search, rank, hidden }: { readonly search: string; readonly rank: Rank; readonly hidden: ReadonlySet<string> | undefined },
): number {
  const texts = leavesOf(without(fields, hidden), '').map(({ path, text }) => ({
    spellings: bothSpellings(text),
    weight: weightOf(path, rank) / (1 + text.length / 200),
  }));
  const best = (term: string, rate: (text: string, term: string) => number) =>
    Math.max(0, ...texts.map(({ spellings, weight }) => weight * Math.max(...spellings.map((text) => rate(text, term)))));
  const words = wordsOf(search);
  const whole = words.length > 1 ? best(search, (text, term) => (text.includes(term) ? phrase : 0)) : 0;
  return words.reduce((sum, word) => sum + best(word, fitOf), whole);
}

const phrase = 5;

function fitOf(text: string, word: string): number {
  if (text === word) return 10;
  const words = wordsIn(text);
  if (words.includes(word)) return text.startsWith(word) ? 7 : 6;
  if (words.some((other) => other.startsWith(word))) return text.startsWith(word) ? 5 : 4;
  if (text.includes(word)) return 2;
  return words.some((other) => isSlip(other, word)) ? 1 : 0;
}

function weightOf(path: string, { weights }: Rank): number {
  return weights.find((one) => path === one.path || path.startsWith(`${one.path}.`))?.weight ?? 1;
}

function leavesOf(value: Json, path: string): { path: string; text: string }[] {
  if (value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, path));
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, one]) => leavesOf(one, path === '' ? name : `${path}.${name}`));
  return [{ path, text: fold(String(value)) }];
}
