import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../suite/paths.mjs';
import { fuseFilter } from './fuse-filter.mjs';
import { leakedPasswords } from './list.mjs';

test('the file that functions read is made of the list, of 961,927 passwords without regard to letter case', () => {
  const passwords = leakedPasswords();
  expect(passwords).toHaveLength(961_927);
  expect(fuseFilter(passwords).equals(readFileSync(`${root}/functions/data/leaked-passwords.bin`))).toBe(true);
});

test('texts that cannot be placed are refused, so that no file lacks a password', () => {
  expect(() => fuseFilter(['a', 'b', 'a'])).toThrow('more than 1.13 slots');
});
