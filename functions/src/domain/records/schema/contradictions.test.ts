import { StorageSchema } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { contradictions } from './contradictions.ts';

const placesOf = (fields: unknown, unique: unknown[] = []) =>
  contradictions(StorageSchema.parse({ fields, unique })).map(({ field, key }) => `${field} ${key}`);

test.each<[what: string, field: object, places: string[]]>([
  ['an option of another type', { type: 'boolean', scale: 2, min: 1 }, ['fields.f.min schemaOption', 'fields.f.scale schemaOption']],
  ['a default of another type', { type: 'decimal', default: 'free' }, ['fields.f.default fieldDecimal']],
  ['a default below the least', { type: 'number', min: 5, default: 4 }, ['fields.f.default fieldLow']],
  ['a default that the pattern does not match', { type: 'text', pattern: 'a+', default: 'b' }, ['fields.f.default fieldPattern']],
  ['nothing as the default of a required field', { type: 'text', required: true, default: null }, ['fields.f.default fieldRequired']],
  ['two defaults', { type: 'date', default: '2026-01-01', defaultFrom: 'now' }, ['fields.f.defaultFrom schemaDefaults']],
  ['a computed field with a default', { type: 'text', default: 'a', computed: 'createdBy' }, ['fields.f.computed schemaDefaults']],
  ['the time in a text', { type: 'text', defaultFrom: 'now' }, ['fields.f.defaultFrom schemaNow']],
  ['a caller in a date', { type: 'date', defaultFrom: 'caller' }, ['fields.f.defaultFrom schemaCaller']],
  ['a counter of texts', { type: 'text', computed: 'counter' }, ['fields.f.computed schemaCounter']],
  ['a bound of another type', { type: 'date', min: 5 }, ['fields.f.min fieldDate']],
  ['a least above the most', { type: 'decimal', min: '10', max: '9.5' }, ['fields.f.min schemaRange']],
  ['a shortest above the longest', { type: 'text', minLength: 3, maxLength: 2 }, ['fields.f.minLength schemaRange']],
  ['an enum without values', { type: 'enum' }, ['fields.f.values schemaValues']],
  ['a list of enums without values', { type: 'list', of: 'enum' }, ['fields.f.values schemaValues']],
  ['a value twice', { type: 'enum', values: ['a', 'b', 'a'] }, ['fields.f.values schemaValueTwice']],
  ['a pattern that is none', { type: 'text', pattern: '(' }, ['fields.f.pattern schemaPattern']],
  ['a pattern that RE2 does not have', { type: 'text', pattern: '(?=a)' }, ['fields.f.pattern schemaPattern']],
  ['an unknown zone', { type: 'dateTime', zone: 'Berlin' }, ['fields.f.zone schemaZone']],
  ['a reference to nothing', { type: 'reference' }, ['fields.f.storage schemaStorage']],
  ['a list of references to nothing', { type: 'list', of: 'reference' }, ['fields.f.storage schemaStorage']],
  ['a password under another name', { type: 'password' }, ['fields.f.type schemaPassword']],
  ['clearing what is required', { type: 'reference', storage: 's', required: true, onDelete: 'clear' }, ['fields.f.onDelete schemaClear']],
])('refuses %s', (_what, field, places) => {
  expect(placesOf({ f: field })).toEqual(places);
});

test('refuses another type for the field of the password', () => {
  expect(placesOf({ password: { type: 'text' } })).toEqual(['fields.password.type schemaPassword']);
  expect(placesOf({ password: { type: 'password', required: true } })).toEqual([]);
});

test.each(['id', 'constructor', 'a.b', '__proto__', 'two\nlines', 'half \ud83d'])(
  'refuses the name %j, and drops none without a word',
  (name) => {
    const { success, error } = StorageSchema.safeParse(
      JSON.parse(`{"fields":{${JSON.stringify(name)}:{"type":"text"},"kept":{"type":"text"}}}`),
    );
    expect([success, error?.issues.map(({ path }) => path)]).toEqual([false, [['fields', name]]]);
  },
);

test('refuses unique rules on what is not declared, on what is not compared, and twice', () => {
  const fields = { a: { type: 'text' }, b: { type: 'integer' }, tags: { type: 'list' } };
  expect(
    placesOf(fields, [{ fields: ['a', 'b'] }, { fields: ['b', 'a'] }, { fields: ['c'] }, { fields: ['tags'] }, { fields: ['a', 'a'] }]),
  ).toEqual(['unique.1 schemaUniqueTwice', 'unique.2 schemaUniqueUnknown', 'unique.3 schemaUniqueType', 'unique.4 schemaUniqueTwice']);
});

test('a schema of every type with every option of its own is taken', () => {
  const fields = {
    title: { type: 'text', required: true, minLength: 1, maxLength: 80, pattern: '.*', default: 'New' },
    price: { type: 'decimal', scale: 2, min: '0', max: '999999999999999999.99', default: '1.00' },
    number: { type: 'integer', computed: 'counter' },
    by: { type: 'text', computed: 'createdBy' },
    made: { type: 'dateTime', zone: 'Europe/Berlin', defaultFrom: 'now', readOnly: true },
    state: { type: 'enum', values: ['open', 'closed'], default: 'open' },
    tags: { type: 'list', of: 'enum', values: ['a', 'b'], minLength: 1, maxLength: 5, default: ['a'] },
    at: { type: 'geo', default: { lat: 1, lng: 2 } },
    author: { type: 'reference', storage: 'authors', onDelete: 'clear', defaultFrom: 'caller' },
  };
  expect(placesOf(fields, [{ fields: ['title'], ignoreCase: true }, { fields: ['number', 'state'] }])).toEqual([]);
});
