import { expect, test } from 'vitest';
import type { StorageRow } from './storage-row.ts';
import { userFields } from './user-fields.ts';

const people = { data: { storageKey: 'users' } } as unknown as StorageRow; // no other part of it is read
const set = (password: string) => () => userFields(people, { fields: { username: 'Anna Andersson' }, before: null, password });

test.each([
  '        ',
  '\u00a0 \u3000 \u2003    ',
  'password',
  '  password  ',
  '\tpassword1 ',
  '\u3000PASSWORD\u00a0',
  '  aaaaaaaaaa',
  ' Anna Andersson ',
])('a password that is guessed first is also refused with spaces around it: %j', (password) => {
  expect(set(password)).toThrow(expect.objectContaining({ status: 400 }));
});

test('spaces are characters of another password', () => {
  expect(set('  correct horse  ')).not.toThrow();
});
