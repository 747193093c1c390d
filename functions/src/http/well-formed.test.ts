import { expect, test } from 'vitest';
import { requireWellFormed } from './well-formed.ts';

test.each([
  ['a text', { name: 'N \ud800' }, 'name'],
  ['a text in a list', { tags: ['a', '\udc00'] }, 'tags.1'],
  ['the name of a field', { more: { '\ud800': 1 } }, 'more'],
  ['the whole body', '\ud800', ''],
])('half of a character is refused: %s', (_, body, field) => {
  expect(() => requireWellFormed(body)).toThrowError(
    expect.objectContaining({ code: 'invalid-argument', details: [expect.objectContaining({ field })] }) as Error,
  );
});

test('whole characters pass, whatever they are', () => {
  expect(() => requireWellFormed({ name: '𝒜 漢 🧱\u0000', n: 1, none: null, list: [true] })).not.toThrow();
});
