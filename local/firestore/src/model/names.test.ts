import { expect, test } from 'vitest';
import { formatFieldPath, parseFieldPath } from './field-path.ts';
import { validateCollectionId, validatePath } from './resource-id.ts';

test.each<[string, readonly string[]]>([
  ['a', ['a']],
  ['a.b_1', ['a', 'b_1']],
  ['`a.b`.c', ['a.b', 'c']],
  ['`a\\`b\\\\`', ['a`b\\']],
  ['__name__', ['__name__']],
  ['`1`.`é`', ['1', 'é']],
])('the field path %s has segments %j', (text, segments) => {
  expect(parseFieldPath(text)).toEqual(segments);
  expect(formatFieldPath(segments)).toBe(text);
});

test.each(['', 'a..b', '.a', 'a.', '1a', 'a b', '`a', '``', 'a`b`'])('the field path "%s" is refused', (text) => {
  expect(() => parseFieldPath(text)).toThrow(`Invalid property path "${text}".`);
});

test.each([
  ['users/__a__', 'Resource id "__a__" is invalid because it is reserved.'],
  ['users/__id1x__', "A long document ID string must be formatted like '__id{LONG}__'"],
  ['users/__id9223372036854775808__', "A long document ID string must be formatted like '__id{LONG}__'"],
  ['users/.', 'contains a resource id "." at index 6.'],
  ['users//a/b', 'contains an empty resource id at index 6.'],
  [`users/${'x'.repeat(1501)}`, 'The key path element name is longer than 1500 bytes.'],
])('the path %s is refused', (path, message) => {
  expect(() => validatePath(path, path, 'Document name')).toThrow(message);
});

test.each(['users/__id-9223372036854775808__', 'users/__', 'users/a.b', 'users/é😀', 'a/b/c/d'])('the path %s is accepted', (path) => {
  expect(() => validatePath(path, path, 'Document name')).not.toThrow();
});

test('a collection id holds no slash', () => {
  expect(() => validateCollectionId('a/b')).toThrow('Collection id "a/b" is invalid because it contains "/".');
});
