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

// Covers S1-7-42
test.each(['042', '0.1000000000000000055', '-0', '+5', '1e3', '9007199254740993', ''])('%j over a number stays text', (text) => {
  expect(coerceFields({ n: text }, { n: 1 })).toEqual({ n: text });
});

// Covers S1-7-42
test.each(['42', '-3.25', '0', '12.50', ' 7 '])('%j over a number is one', (text) => {
  expect(coerceFields({ n: text }, { n: 1 })).toEqual({ n: Number(text) });
});

// Covers S1-7-42
test('an object that has a name twice stays text', () => {
  expect(coerceFields({ j: '{"a":1,"a":2}' }, { j: {} })).toEqual({ j: '{"a":1,"a":2}' });
  const text = '{"a": {"b": "x: \\"b\\": 1"}, "b": [{"a": 1}, {"a": 2}]}';
  expect(coerceFields({ j: text }, { j: {} })).toEqual({ j: JSON.parse(text) });
});
