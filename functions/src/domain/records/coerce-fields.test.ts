import { expect, test } from 'vitest';
import { coerceFields } from './coerce-fields.ts';

test.each([
  ['9007199254740992', 9007199254740992],
  ['9007199254740993', '9007199254740993'],
  ['-9007199254740993', '-9007199254740993'],
  ['100000000000000000000', 1e20],
  ['12345678901234567000', 12345678901234567000],
  ['12.50', 12.5],
  ['9'.repeat(400), '9'.repeat(400)],
])('the text %s for a number is stored as %j, so that no digit is lost', (text, stored) => {
  expect(coerceFields({ n: text }, { n: 1 })).toEqual({ n: stored });
});
