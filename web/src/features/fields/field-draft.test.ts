import { expect, test } from 'vitest';
import { draftOf, inputNamed, isInForm, readDraft } from './field-draft.ts';

test.each([
  ['fields.price.max', 'max'],
  ['schema.fields.price.scale', 'scale'],
  ['schema.fields.price', 'name'],
  ['fields.price.computed', 'begins'],
  ['unique[0].fields', 'unique'],
  ['schema.fields.other.max', null],
])('a complaint about %s of price stands at the input %s', (place, input) => {
  expect(inputNamed(place, 'price')).toBe(input);
});

test.each([
  ['18', undefined],
  ['19', 'Choose at most 18 decimals.'],
  ['1.5', 'Enter a whole number.'],
])('%s decimals: %s', (scale, problem) => {
  const draft = { ...draftOf('', { fields: {}, unique: [], closed: false }), name: 'price', type: 'decimal' as const, scale };
  expect(readDraft(draft, []).problems.scale).toBe(problem);
});

test.each([
  ['unique', 'text', true],
  ['unique', 'json', false],
  ['required', 'json', true],
  ['begins', 'file', false],
  ['default', 'text', false],
  ['scale', 'decimal', true],
  ['scale', 'number', false],
] as const)('a complaint about %s of the type %s has an input: %s', (input, type, isThere) => {
  expect(isInForm(input, { ...draftOf('', { fields: {}, unique: [], closed: false }), type })).toBe(isThere);
});

test.each([
  ['\u200B\u3164', 'Enter a name.'],
  ['pri\u202Ece', 'A field name must not have broken or invisible control characters. Take them out.'],
])('the name %j of a field: %s', (name, problem) => {
  const draft = { ...draftOf('', { fields: {}, unique: [], closed: false }), name };
  expect(readDraft(draft, []).problems.name).toBe(problem);
});
