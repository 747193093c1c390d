import { fold } from './normalise.ts';
import { gramTokens, searchTokens, wordStartTokens } from './tokens.ts';
import { type FieldValue, gone } from '../../store/model/values.ts';

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
  const lost = [...old].filter((token) => !wanted.has(token)).map((token) => [token, gone] as const);
  const fresh = [...wanted].filter((token) => !old.has(token)).map((token) => [token, true as const] as const);
  return Object.fromEntries([...lost, ...fresh]);
}

/** Fields that every document with this term in one of its texts carries. Below three characters a term is the beginning of a word. */
export function fieldsToSearch(term: string): string[] {
  const folded = foldedStart(term);
  if (folded.length >= 3) return searchTokens(folded);
  return wordStartTokens(folded).slice(-1);
}

/** Whether one of the texts has the term, in any letter case: what the fields only make likely. */
export function hasTerm(texts: readonly (string | null | undefined)[], term: string): boolean {
  const folded = foldedStart(term);
  if (folded.length >= 3) return texts.some((text) => foldedStart(text ?? '').includes(folded));
  return texts.some((text) =>
    foldedStart(text ?? '')
      .split(/[^\p{L}\p{N}]+/u)
      .some((word) => word.startsWith(folded)),
  );
}

function tokensOf(texts: readonly (string | null | undefined)[]): string[] {
  const folded = texts.filter((text) => text !== null && text !== undefined).map((text) => foldedStart(text));
  return [...new Set([...gramTokens(folded), ...folded.flatMap(wordStartTokens)])];
}

function foldedStart(text: string): string {
  return fold(text).trim().slice(0, searchedCharacters);
}
