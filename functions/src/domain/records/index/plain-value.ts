import { hash } from 'node:crypto';
import { foldedStart, type Json } from '@bedplate/contract';
import { createCache } from '../../../memory/cache.ts';

/** Follows a shortened or case-folded text, before the mark of the exact one; it sorts below all folded characters. */
const exactMark = '\u0001';

/** How a value of a field without a type is indexed and sorted; see `sortValueOf`. Null, missing values, lists and objects have none. */
export function plainValueOf(value: Json | undefined): boolean | number | string | undefined {
  if (typeof value === 'string') return markedText(value);
  if (typeof value === 'number') return value === 0 ? 0 : value;
  return typeof value === 'boolean' ? value : undefined;
}

/** @returns the text folded and cut; a mark of its exact form follows where that differs, so that texts that fold alike stay apart */
export function markedText(text: string): string {
  const folded = foldedStart(text);
  return folded === text ? text : folded + exactMark + shortHash(text);
}

/** An update asks for those of the record before and after, which are mostly the same, and a list for one value on each record. */
const hashes = createCache<string>({ max: 5000 });
const keptCharacters = 128;

function shortHash(text: string): string {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  const made = hash('sha256', text, 'base64url').slice(0, 11);
  if (text.length <= keptCharacters) hashes.set(text, made);
  return made;
}
