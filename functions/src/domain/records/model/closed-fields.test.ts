import { expect, test } from 'vitest';
import { closedFieldsOf, refuseClosed, withProof } from './closed-fields.ts';
import type { StorageRow } from './storage-row.ts';

const users = (readOnly?: string[]) =>
  ({ data: { storageKey: 'users', endUserAccess: { read: 'own', write: 'own', ...(readOnly && { readOnly }) } } }) as unknown as StorageRow; // what is read of one
const change = (field: string) => ({ before: {}, after: { [field]: 'x' }, password: undefined });

test('the present password opens the fields that ask for it', () => {
  const closed = closedFieldsOf(users());
  expect(() => refuseClosed(closed, change('email'))).toThrow('also send your present password');
  expect(() => refuseClosed(withProof(closed), change('email'))).not.toThrow();
  expect(() => refuseClosed(withProof(closed), { before: {}, after: {}, password: 'new' })).not.toThrow();
});

test('it opens no field that the storage closes, whichever that is', () => {
  const closed = closedFieldsOf(users(['E-Mail', 'password', 'plan']));
  for (const each of [closed, withProof(closed)]) {
    for (const field of ['email', 'Plan']) expect(() => refuseClosed(each, change(field))).toThrow(`may not set the field ${field}`);
    expect(() => refuseClosed(each, { before: {}, after: {}, password: 'new' })).toThrow('may not set the field password');
  }
});
