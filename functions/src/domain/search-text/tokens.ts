import { fold, type Json, unaccented } from '@bedplate/contract';

/** Tokens are names of top-level fields of a record document with the value true; each is an index list of its own. */
const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** By number: least significant digit first, two digits at a time. */
const pairs = Array.from(characters, (second) => Array.from(characters, (first) => first + second)).flat();
const gramTokensAtMost = pairs.length ** 2;
/** Marks a record whose text is too long for tokens: every text search looks at it. */
export const longTextToken = 'gx';

const textCharacters = 256;
const gramsPerRecord = 512;

/** @returns one token per distinct three characters of the texts, or only the mark when they are too many or too long */
export function gramTokens(texts: readonly string[]): string[] {
  let tokens: string[] = [];
  lists += 1;
  let isRepeating = false;
  for (const text of texts) {
    if (text.length > textCharacters) return [longTextToken];
    for (let i = 0; i + 3 <= text.length; i += 1) {
      const hashed = gramHash(text, i);
      const at = hashed & (places - 1);
      if (madeOf[at] !== hashed) {
        isRepeating ||= listedIn[at] === lists; // one of this list loses its place
        madeOf[at] = hashed;
        made[at] = gramToken(hashed);
      } else if (listedIn[at] === lists) continue;
      listedIn[at] = lists;
      tokens.push(made[at] ?? '');
    }
    if (isRepeating) tokens = [...new Set(tokens)];
    if (tokens.length > gramsPerRecord) return [longTextToken];
  }
  return tokens;
}

/** A power of two. */
const places = 16_384;
/** The last token of each number with the same lowest bits: texts of a language share most of theirs, and a text in memory is shared. */
const made = Array.from<string>({ length: places }).fill('');
const madeOf = new Int32Array(places).fill(-1);
/** The list that a token is in, by number: faster than a set of texts, which is half of the time of an index. */
const listedIn = new Float64Array(places);
let lists = 0;

/** Tokens of a record that come from its texts without accents, at most. */
const lateGramsPerRecord = 256;

/**
 * The tokens of the texts without accents that they do not have with them. Records of 0.1.0 lack these (decision 043).
 * @param tokens of the texts
 */
export function lateTokens(texts: readonly string[], tokens: readonly string[]): string[] {
  if (tokens[0] === longTextToken) return [];
  let known: Set<string> | undefined; // few texts have accents
  const late = new Set<string>();
  for (const text of texts) {
    const bare = unaccented(text);
    if (bare === text) continue;
    if (bare.length > textCharacters) return [longTextToken];
    known ??= new Set(tokens);
    for (const token of gramTokens([bare])) if (!known.has(token)) late.add(token);
    if (late.size > lateGramsPerRecord) return [longTextToken];
  }
  return [...late];
}

/** @returns the tokens that a record containing `term` (folded) surely carries, at most eight, spread over the term; none below 3 characters */
export function searchTokens(term: string): string[] {
  const grams = new Map<string, number>();
  for (let i = 0; i + 3 <= term.length; i += 1) grams.set(term.slice(i, i + 3), gramHash(term, i));
  const hashes = [...grams.values()];
  const step = Math.max(1, hashes.length / 8);
  const chosen = new Set<string>();
  for (let i = 0; i < hashes.length && chosen.size < 8; i += step) chosen.add(gramToken(hashes[Math.floor(i)] ?? 0));
  return [...chosen];
}

/** @returns one token per first one and two characters of a word: what a search below three characters looks for */
export function wordStartTokens(text: string): string[] {
  const starts = text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => (word ? [word.slice(0, 1), word.slice(0, 2)] : []));
  return [...new Set(starts)].map((start) => tokenOf('w', start, 4));
}

/** Folded texts of all scalars, at any depth: what search and `~` look at. */
export function textsOf(value: Json): string[] {
  if (value === null) return [];
  if (typeof value === 'object') return Object.values(value).flatMap(textsOf);
  return [fold(String(value))];
}

function gramHash(text: string, at: number): number {
  const number = hash(text, at, at + 3);
  const rest = number - Math.floor(number / gramTokensAtMost) * gramTokensAtMost; // `%` of a number beyond 32 bits takes ten times as long
  return (rest < 0 ? rest + gramTokensAtMost : rest) | 0; // the division may have been rounded up
}

function gramToken(hashed: number): string {
  return `g${pairs[hashed % pairs.length]}${pairs[Math.floor(hashed / pairs.length)]}`;
}

/** @returns the token of a scalar in a field of lists: of its class, in the spelling that is its own there */
export function elementToken(code: string, kind: string, text: string): string {
  return tokenOf('t', `${code}\0${kind}\0${text}`, 8);
}

/** @param mark of its kind @param length of the rest, even */
function tokenOf(mark: string, text: string, length: number): string {
  let number = hash(text, 0, text.length);
  let out = mark;
  for (let i = 0; i < length; i += 2, number = Math.floor(number / pairs.length)) out += pairs[number % pairs.length];
  return out;
}

/** FNV-1a, twice with different starts: fast, and a clash only costs a look at a record that does not match. */
function hash(text: string, from: number, to: number): number {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = from; i < to; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ (unit + i - from), 0x01000193);
  }
  return (a >>> 0) * 0x200000 + ((b >>> 11) & 0x1fffff);
}
