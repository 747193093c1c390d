import { expect, test } from 'vitest';
import { gramTokens, lateTokens, longTextToken, searchTokens } from './tokens.ts';

/** Tokens are stored with every record: other tokens for the same text would hide earlier records from a search. */
test('a record with more than 512 groups of three characters has the mark of a long text', () => {
  const texts = (count: number) =>
    Array.from({ length: count }, (_, n) => Array.from({ length: 130 }, (__, i) => String.fromCharCode(0x4e00 + n * 130 + i)).join(''));
  expect(gramTokens(texts(4))).toHaveLength(512);
  expect(gramTokens(texts(5))).toEqual([longTextToken]);
});

test('the tokens of a text stay what they are', () => {
  expect(gramTokens(['größe', '日本語', 'aЀb', 'a😀b'])).toEqual(['gUeen', 'givii', 'gd3Zu', 'g0qjY', 'guEFH', 'gb6Ik', 'gOaMm']);
  expect(gramTokens(['lamp', 'lamp of'])).toEqual(['gK5Tv', 'g7vne', 'gE0ub', 'g9ZdM', 'gs0W0']);
});

test('a token is listed once, also where another one takes its place in memory meanwhile', () => {
  const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const placeOf = (token = '') =>
    Array.from(token.slice(1)).reduceRight((number, letter) => number * 62 + characters.indexOf(letter), 0) % 16_384;
  const seen = new Map<number, string>();
  let alike: [string, string] | undefined;
  for (let i = 0; !alike; i += 1) {
    const gram = String.fromCharCode(0x4e00 + i, 0x4e01 + i, 0x4e02 + i);
    const place = placeOf(gramTokens([gram])[0]);
    const other = seen.get(place);
    if (other !== undefined) alike = [gram, other];
    seen.set(place, gram);
  }
  const [one, other] = alike;
  const tokens = [...gramTokens([one]), ...gramTokens([other])];
  expect(new Set(tokens).size).toBe(2);
  expect(gramTokens([one, other, one, other, one])).toEqual(tokens);
});

test.each(['lamp', 'größe', '日本語', 'aЀb', 'a😀b'])('what a search for %s looks for is in the tokens of a text with it', (term) => {
  expect(gramTokens([`x ${term} y`])).toEqual(expect.arrayContaining(searchTokens(term)));
});

test('a text that is too long without its accents, or has too many parts then, is marked', () => {
  expect(lateTokens(['é'.repeat(256)], [])).not.toEqual([longTextToken]);
  expect(lateTokens(['é'.repeat(257)], [])).toEqual([longTextToken]);
  const words = (count: number) =>
    Array.from({ length: count }, (_, i) => `é${String.fromCharCode(0x4e00 + i)}${String.fromCharCode(0x5e00 + i)}`);
  expect(lateTokens(words(256), []).length).toBeGreaterThan(200);
  expect(lateTokens(words(400), [])).toEqual([longTextToken]);
});
