import { expect, test } from 'vitest';
import { coerceFields } from './coerce-fields.ts';

test('JSON with a number that would lose digits stays text, and is stored as JSON when it loses none', () => {
  expect(coerceFields({ j: '{"n":12345678901234567890}' }, { j: {} })).toEqual({ j: '{"n":12345678901234567890}' });
  expect(coerceFields({ j: '{"n":1e400}' }, { j: {} })).toEqual({ j: '{"n":1e400}' });
  expect(coerceFields({ j: '{"n":"12345678901234567890 \\\\"}' }, { j: {} })).toEqual({ j: { n: '12345678901234567890 \\' } });
});

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
