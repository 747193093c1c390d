import { containing, fold, unaccented } from '@bedplate/contract';
import { gramTokens, searchTokens, wordStartTokens } from './tokens.ts';
import { type FieldValue, gone } from '../../store/model/values.ts';

/** Fields of one query. */
const mostFields = 8;
/** Longer texts are found by their beginning. */
const searchedCharacters = 200;

/**
 * Fields of a document of the platform that staff's lists search by any part of some of its texts: one per three characters and
 * per beginning of a word, each with the value true, because Firestore intersects such fields and needs no composite index.
 */
export function searchFields(texts: readonly (string | null | undefined)[]): Record<string, true> {
  return Object.fromEntries(tokensOf(texts).map((token) => [token, true as const]));
}

/** For an update of what `searchFields` wrote: the fields that are new, and the end of those that the texts no longer have. */
export function changedSearchFields(
  before: readonly (string | null | undefined)[],
  after: readonly (string | null | undefined)[],
): Record<string, true | FieldValue> {
  const [old, wanted] = [new Set(tokensOf(before)), new Set(tokensOf(after))];
  const sure = new Set(tokensAsWritten(before)); // a document of 0.1.0 has no others
  const lost = [...old].filter((token) => !wanted.has(token)).map((token) => [token, gone] as const);
  const fresh = [...wanted].filter((token) => !sure.has(token)).map((token) => [token, true as const] as const);
  return Object.fromEntries([...lost, ...fresh]);
}

/** Fields that every document with this term in one of its texts carries. Below three characters a term is the beginning of a word. */
export function fieldsToSearch(term: string): string[] {
  const folded = foldedStart(term);
  if (folded.length >= 3) {
    // Those that the term has with its accents and without: a document has either.
    const bare = unaccented(folded);
    if (bare === folded) return searchTokens(folded);
    const tokens = gramTokens([bare]);
    const both = gramTokens([folded]).filter((token) => tokens.includes(token));
    return both.length > 0 ? both.slice(0, mostFields) : searchTokens(folded);
  }
  return wordStartTokens(folded).slice(-1);
}

/** Whether one of the texts has the term, in any letter case: what the fields only make likely. */
export function hasTerm(texts: readonly (string | null | undefined)[], term: string): boolean {
  const folded = foldedStart(term);
  const isIn = containing(folded);
  if (folded.length >= 3) return texts.some((text) => isIn(foldedStart(text ?? '')));
  return texts.some((text) =>
    [foldedStart(text ?? ''), unaccented(foldedStart(text ?? ''))].some((one) =>
      one.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(folded)),
    ),
  );
}

function tokensOf(texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set([...tokensAsWritten(texts), ...tokensAsWritten(texts.map((text) => unaccented(fold(text ?? ''))))])];
}

function tokensAsWritten(texts: readonly (string | null | undefined)[]): string[] {
  const folded = texts.filter((text) => text !== null && text !== undefined).map((text) => foldedStart(text));
  return [...new Set([...gramTokens(folded), ...folded.flatMap(wordStartTokens)])];
}

function foldedStart(text: string): string {
  return fold(text).trim().slice(0, searchedCharacters);
}
