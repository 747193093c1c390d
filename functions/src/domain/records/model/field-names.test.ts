import { StorageSchema } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { recordInput, updateInput } from './record-input.ts';

test.each([
  ['of spaces', '   '],
  ['of a tab that is none', '\u00A0\u2003'],
  ['of joiners', '\u200B\u2060\uFEFF'],
  ['of letters that are not drawn', '\u3164\u2800'],
])('a field with a name %s is refused in a record, inside of a value, in an update and in a schema', (_, name) => {
  const sentence = 'The name of a field must have a character that is seen.';
  expect(() => recordInput({ title: 'x', [name]: 1 })).toThrow(sentence);
  expect(() => recordInput({ meta: { [name]: 1 } })).toThrow(sentence);
  expect(() => updateInput({ [name]: { $increment: 1 } })).toThrow(sentence);
  expect(StorageSchema.safeParse({ fields: { [name]: { type: 'text' } } }).success).toBe(false);
});

test.each([
  ['a direction override', 'pri\u202Ece', 'pri\\u202ece'],
  ['an isolate', '\u2066a', '\\u2066a'],
  ['a control character', 'a\u0007', 'a\\u0007'],
  ['half of a character', 'a\uD800', 'a\\ud800'],
])('a field whose name has %s is refused, and the sentence shows where', (_, name, shown) => {
  for (const taken of [recordInput, updateInput])
    expect(() => taken({ [name]: 1 })).toThrow(`The field name "${shown}" has broken or invisible control characters`);
  expect(() => recordInput({ meta: { [name]: 1 } })).toThrow(`The field name "${shown}" has broken or invisible control characters`);
  expect(StorageSchema.safeParse({ fields: { [name]: { type: 'text' } } }).success).toBe(false);
});

test.each(['نام', 'सं\u200Dख्या', 'שם\u200F', '👩\u200D💻', 'crème brûlée', ' a ', '#', '°'])('a field may be called "%s"', (name) => {
  expect(recordInput({ [name]: 1 }).fields).toEqual({ [name]: 1 });
  expect(StorageSchema.safeParse({ fields: { [name]: { type: 'text' } } }).error).toBeUndefined();
});

test.each([{ input: null }, { input: 'text' }, { input: 7 }, { input: [] }, { input: [{ title: 'x' }] }])(
  '$input is no record',
  ({ input }) => {
    expect(() => recordInput(input)).toThrow('A record must be a JSON object.');
    expect(() => recordInput(input, '[3]')).toThrow('[3]');
  },
);

test('half of a character is in no text, and in no password', () => {
  for (const field of ['title', 'password', 'meta'])
    expect(() => recordInput({ [field]: field === 'meta' ? { a: 'a\uD800' } : 'a\uD800' })).toThrow('is not valid Unicode text');
});

test('a password is text, and no operator', () => {
  for (const password of [7, { $unset: true }, ['a']]) expect(() => recordInput({ password })).toThrow('password must be text');
});

test('an empty name inside of a value is data', () => {
  expect(recordInput({ meta: { '': 1 } }).fields).toEqual({ meta: { '': 1 } });
});

test('an operator alone inside of a value is refused, and beside other names it is data', () => {
  expect(() => recordInput({ meta: { a: { $increment: 1 } } })).toThrow('meta.a');
  const beside = { meta: { a: { $increment: 1, of: 'b' } } };
  expect(recordInput(beside).fields).toEqual(beside);
});
