import { FieldValue } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { changedSearchFields, fieldsToSearch, hasTerm, searchFields } from './search-fields.ts';

const texts = ['Ada Lovelace', 'ada@example.test'];

test.each(['lovel', 'LACE', 'a@ex', 'da Lo', 'ad', 'L', 'ada@example.test'])(
  'a document carries the fields that a search for "%s" asks for',
  (term) => {
    const fields = searchFields(texts);
    expect(fieldsToSearch(term).length).toBeGreaterThan(0);
    for (const field of fieldsToSearch(term)) expect(fields[field]).toBe(true);
    expect(hasTerm(texts, term)).toBe(true);
  },
);

test.each(['xyz', 'ov', 'ecalevol'])('"%s" is in none of the texts', (term) => {
  expect(hasTerm(texts, term)).toBe(false);
});

test('two hundred characters of a text are searched, by eight fields at most', () => {
  const text = Array.from({ length: 60 }, (_, n) => `é${n}ab`).join('');
  expect(searchFields([text])).toEqual(searchFields([text.slice(0, 200)]));
  expect(searchFields([text])).not.toEqual(searchFields([text.slice(0, 190)]));
  expect(fieldsToSearch(text)).toHaveLength(8);
});

test('a renamed document loses the fields of its old name alone', () => {
  const change = changedSearchFields(['Zebra', 'shared'], ['Yak', 'shared']);
  const kept = searchFields(['shared']);
  expect(Object.keys(change).some((field) => field in kept)).toBe(false);
  for (const field of Object.keys(searchFields(['Yak']))) expect(change[field]).toBe(true);
  for (const field of fieldsToSearch('zebra')) expect(change[field]).toEqual(FieldValue.delete());
});

test.each([
  ['Café Ω', 'cafe'],
  ['O’Neill', "o'neill"],
  ["O'Neill", 'O’Neill'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Émile', 'em'],
])('a document with the text %s carries the fields that a search for %s asks for', (text, term) => {
  const fields = searchFields([text]);
  expect(fieldsToSearch(term).filter((field) => !(field in fields))).toEqual([]);
  expect(hasTerm([text], term)).toBe(true);
});

test('a rename gives a document of an earlier version the fields that it lacked', () => {
  const change = changedSearchFields(['Café'], ['Café', 'x']);
  expect(fieldsToSearch('cafe').map((field) => change[field] ?? 'kept')).toEqual(['kept', true]);
});
