import { expect, test } from 'vitest';
import { gramTokens, searchTokens } from './tokens.ts';

/** Tokens are stored with every record: other tokens for the same text would hide earlier records from a search. */
test('the tokens of a text stay what they are', () => {
  expect(gramTokens(['größe', '日本語', 'aЀb', 'a😀b'])).toEqual(['gUeen', 'givii', 'gd3Zu', 'g0qjY', 'guEFH', 'gb6Ik', 'gOaMm']);
  expect(gramTokens(['lamp', 'lamp of'])).toEqual(['gK5Tv', 'g7vne', 'gE0ub', 'g9ZdM', 'gs0W0']);
});

test.each(['lamp', 'größe', '日本語', 'aЀb', 'a😀b'])('what a search for %s looks for is in the tokens of a text with it', (term) => {
  expect(gramTokens([`x ${term} y`])).toEqual(expect.arrayContaining(searchTokens(term)));
});
