import type { SchemaField } from '@bedplate/contract';
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

test.each<SchemaField>([
  { type: 'text', default: '' },
  { type: 'email', minLength: 6, maxLength: 60, pattern: '.*@example[.]com' },
  { type: 'url', pattern: 'https://.*' },
  { type: 'integer', min: '-9007199254740993', default: '9007199254740993' },
  { type: 'integer', required: true, readOnly: true, computed: 'counter' },
  { type: 'json', default: '5' },
  { type: 'json', default: 'null' },
  { type: 'list', default: [] },
  { type: 'list', default: [1, '1', null] },
  { type: 'list', of: 'decimal', scale: 2, min: '0.50', max: '9', minLength: 1, maxLength: 3, default: ['1.50'] },
  { type: 'list', of: 'dateTime', zone: 'Asia/Kolkata', min: '2026-01-01T00:00' },
  { type: 'list', of: 'text', pattern: '[a-z]*', default: ['', 'a'] },
])('what is declared as %j stays when the field is edited', (field) => {
  const schema = { fields: { it: field }, unique: [], closed: false };
  expect(readDraft({ ...draftOf('it', schema), description: 'Told' }, [])).toEqual({
    field: { ...field, description: 'Told' },
    unique: null,
    problems: {},
  });
});
