import { expect, test } from 'vitest';
import { pathPattern } from './pattern.ts';
import { baseKey, readRegistration } from './registration.ts';

test.each([
  ['users/{id}', 'users/a', true],
  ['users/{id}', 'users/a/b/c', false],
  ['users/{id}/posts/{rest=**}', 'users/a/posts/b/c/d', true],
  ['{c}/{d}', 'x.y/z', true],
  ['a.b/{d}', 'axb/z', false],
])('%s against %s is %s', (pattern, path, matches) => {
  expect(pathPattern(pattern)(path)).toBe(matches);
});

test('generations of one function share their base key', () => {
  expect(baseKey('us-central1-onUser-12')).toBe('us-central1-onUser');
});

test('a first-generation trigger is refused by name', () => {
  expect(() => readRegistration('p', { key: 'us-central1-old-0', version: 1, body: {} })).toThrow(
    expect.objectContaining({ code: 'UNIMPLEMENTED', message: expect.stringContaining('us-central1-old-0') }),
  );
});
