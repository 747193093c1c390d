import type { SchemaField } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { SeenTypes } from './seen-types.ts';

const seen = (values: readonly unknown[], name = 'a', isTable = true): SchemaField | undefined => {
  const types = new SeenTypes(isTable);
  for (const value of values) types.note({ [name]: value });
  return types.fields()[0]?.field;
};
const repeated = (texts: readonly string[], times: number) =>
  Array.from({ length: texts.length * times }, (_, n) => texts[n % texts.length]);

test.each<[unknown[], SchemaField]>([
  [[1, 2.5], { type: 'number' }],
  [[true, null, false], { type: 'boolean' }],
  [['2026-01-31', '', '2026-02-28'], { type: 'date' }],
  [['2026-01-31T10:00:00Z', '2026-01-31T10:00:00+02:00'], { type: 'dateTime' }],
  [['a@example.com', 'b@example.com'], { type: 'email' }],
  [['https://a.example', 'http://b.example/x'], { type: 'url' }],
  [
    [
      { lat: 1, lng: 2 },
      { lat: -1, lng: 0 },
    ],
    { type: 'geo' },
  ],
  [[[1, 2], [3]], { type: 'list', of: 'number' }],
  [[['a'], ['b', 'c']], { type: 'list', of: 'text' }],
])('%j are of one type', (values, field) => {
  expect(seen(values)).toEqual(field);
});

test.each<[string, unknown[]]>([
  ['one value', [1]],
  ['numbers and one text, however late', [...Array.from({ length: 500 }, (_, n) => n), 'n/a']],
  ['texts', ['Tea', 'Milk']],
  ['codes', ['007', '012']],
  ['times of no zone', ['2026-01-31 10:00', '2026-01-31 11:00']],
  ['days and times', ['2026-01-31', '2026-01-31T10:00:00Z']],
  ['objects', [{ a: 1 }, { a: 2 }]],
  ['nothing', [null, null]],
])('%s are offered as no type', (_, values) => {
  expect(seen(values)).toBeUndefined();
});

test('an empty text is a value of JSON, and none of a table', () => {
  const values = ['a@example.com', '', 'b@example.com'];
  expect([seen(values, 'a', true), seen(values, 'a', false)]).toEqual([{ type: 'email' }, undefined]);
});

test('a few short texts that come again and again are choices, in the order in which they came', () => {
  expect(seen(repeated(['open', 'paid', 'sent'], 7))).toEqual({ type: 'enum', values: ['open', 'paid', 'sent'] });
  expect(seen(repeated(['open', 'paid', 'sent'], 6))).toBeUndefined(); // too few to tell
  expect(
    seen(
      repeated(
        Array.from({ length: 12 }, (_, n) => `s${n}`),
        4,
      ),
    ),
  ).toMatchObject({ type: 'enum' });
  expect(
    seen(
      repeated(
        Array.from({ length: 13 }, (_, n) => `s${n}`),
        40,
      ),
    ),
  ).toBeUndefined();
  expect(seen(repeated(['open', 'x'.repeat(61)], 20))).toBeUndefined();
  expect(seen(repeated(['u1', 'u2'], 20), 'userId')).toBeUndefined();
});

test.each(['id', 'createdAt', 'password', 'a.b', '__proto__', 'constructor', ' ', 'x'.repeat(201)])(
  'the field %s is never offered',
  (name) => {
    const types = new SeenTypes(true);
    const record = Object.defineProperty({}, name, { value: 1, enumerable: true });
    types.note(record);
    types.note(record);
    expect(types.fields()).toEqual([]);
  },
);
