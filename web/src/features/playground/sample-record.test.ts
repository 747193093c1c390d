import { fromJson, type SchemaField, type StorageSchema } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { templateIds, templates } from '../storages/templates.ts';
import { bodyOf, sampleRecord, sampleValue } from './sample-record.ts';

const schemaOf = (fields: Record<string, SchemaField>, more: Partial<StorageSchema> = {}): StorageSchema => ({
  fields,
  unique: [],
  closed: false,
  ...more,
});
const matches = (field: SchemaField) => (text: string) => new RegExp(`^(?:${field.pattern ?? '.*'})$`, 'su').test(text);

test.each(templateIds)('the sample of the template %s has all required fields, and each value fits its field', (id) => {
  const { schema, storageKey } = templates[id];
  const record = sampleRecord(storageKey, schema);
  const fields: [string, SchemaField][] = Object.entries(schema.fields);
  expect(fields.filter(([, { required }]) => required).filter(([name]) => !(name in record))).toEqual([]);
  const wrong = Object.entries(record).filter(([name, value]) => {
    const field = fields.find(([other]) => other === name)?.[1];
    return field && 'problem' in fromJson(value, field, matches(field));
  });
  expect(wrong).toEqual([]);
});

test('the samples of the templates read as what they are', () => {
  expect(sampleRecord('products', templates.products.schema)).toEqual({
    title: 'Hello',
    price: '12.50',
    stock: 3,
    category: 'kitchen',
    tags: ['kitchen'],
    available: true,
    description: 'A few words about it.',
  });
  expect(sampleRecord('orders', templates.orders.schema)).toMatchObject({
    email: 'ada@example.com',
    status: 'new',
    items: [{ title: 'Oak Mug', quantity: 2 }],
    total: '12.50',
    paidAt: '2026-03-29T12:00:00Z',
  });
  expect(sampleRecord('users', templates.users.schema)).toEqual({
    username: 'ada',
    password: 'quiet-Harbour-27',
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    website: 'https://example.com',
    birthday: '2026-03-29',
  });
});

test.each<[string, SchemaField]>([
  ['a', { type: 'number', min: 100 }],
  ['a', { type: 'number', max: -1 }],
  ['a', { type: 'integer', min: '9007199254740993' }],
  ['a', { type: 'decimal', scale: 0 }],
  ['a', { type: 'decimal', scale: 1, min: '99.5' }],
  ['a', { type: 'decimal', scale: 4 }],
  ['a', { type: 'date', min: '2030-01-01' }],
  ['a', { type: 'dateTime', max: '2000-01-01T00:00:00Z' }],
  ['a', { type: 'dateTime', zone: 'Europe/Berlin' }],
  ['title', { type: 'text', maxLength: 2 }],
  ['title', { type: 'text', minLength: 40 }],
  ['slug', { type: 'text', pattern: '[a-z0-9]+(?:-[a-z0-9]+)*' }],
  ['plate', { type: 'text', pattern: '[A-Z]{3}-[0-9]{3}' }],
  ['zip', { type: 'text', pattern: '[0-9]{5}' }],
  ['tags', { type: 'list', of: 'text', minLength: 3 }],
  ['days', { type: 'list', of: 'date', maxLength: 1 }],
  ['any', { type: 'list' }],
  ['at', { type: 'geo' }],
  ['mood', { type: 'enum', values: ['good', 'bad'] }],
])('a value is made up for %s of %j', (name, field) => {
  expect('problem' in fromJson(sampleValue(name, field), field, matches(field))).toBe(false);
});

test('what the server sets, what nobody can make up, and optional values that are taken once are left out', () => {
  const schema = schemaOf(
    {
      title: { type: 'text', required: true },
      made: { type: 'dateTime', defaultFrom: 'now' },
      by: { type: 'text', computed: 'createdBy', required: true },
      nr: { type: 'integer', computed: 'counter' },
      author: { type: 'reference', storage: 's2' },
      photo: { type: 'file' },
      odd: { type: 'text', pattern: '(?P<letters>[x-z]{7})' },
      code: { type: 'text' },
      owner: { type: 'reference', storage: 's3', required: true },
    },
    { unique: [{ fields: ['code'] }] },
  );
  expect(sampleRecord('notes', schema)).toEqual({ title: 'Hello', owner: 'RECORD_ID' });
});

test('a sample of many fields has the required ones and stays short', () => {
  const fields = Object.fromEntries(
    Array.from({ length: 40 }, (_, n): [string, SchemaField] => [`f${n}`, { type: 'number', ...(n > 35 && { required: true }) }]),
  );
  const names = Object.keys(sampleRecord('notes', schemaOf(fields)));
  expect(names).toHaveLength(12);
  expect(names).toEqual(expect.arrayContaining(['f0', 'f36', 'f39']));
});

test('a body has one field in each line', () => {
  expect(bodyOf({ title: 'a [ b', tags: ['x', 'y'], at: { lat: 1, lng: 2 } })).toBe(
    '{\n  "title": "a [ b",\n  "tags": ["x", "y"],\n  "at": { "lat": 1, "lng": 2 }\n}',
  );
});

test('without a schema it is a title, and of app users what they sign in by', () => {
  expect([sampleRecord('notes', null), sampleRecord('notes', schemaOf({}))]).toEqual([{ title: 'Hello' }, { title: 'Hello' }]);
  expect(sampleRecord('users', null)).toEqual({ username: 'ada', password: 'quiet-Harbour-27' });
});
