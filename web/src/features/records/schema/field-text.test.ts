import type { SchemaField } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { fieldText, readFieldText } from './field-text.ts';

const as = (type: SchemaField['type'], more: Partial<SchemaField> = {}): SchemaField => ({ type, ...more });

test.each<[string, SchemaField, unknown]>([
  ['', as('text'), ''],
  [' a ', as('text'), ' a '],
  [' ', as('number'), null],
  ['12.5', as('number'), 12.5],
  ['007', as('integer'), '7'],
  ['9007199254740993', as('integer'), '9007199254740993'],
  ['12.50', as('decimal'), '12.50'],
  ['0.1234567890123456789', as('decimal'), '0.1234567890123456789'],
  ['TRUE', as('boolean'), true],
  ['2026-02-28', as('date'), '2026-02-28'],
  ['2026-03-29T01:30:00+02:00', as('dateTime'), '2026-03-29T01:30:00+02:00'],
  ['2026-03-29T01:30:00', as('dateTime', { zone: 'Europe/Berlin' }), '2026-03-29T01:30:00'],
  ['a@example.com', as('email'), 'a@example.com'],
  ['https://example.com', as('url'), 'https://example.com'],
  ['new', as('enum', { values: ['new'] }), 'new'],
  ['52.5, 13.4', as('geo'), { lat: 52.5, lng: 13.4 }],
  ['{"a":1}', as('json'), { a: 1 }],
  ['null', as('json'), null],
  ['[1,2]', as('list', { of: 'number' }), [1, 2]],
])('%j is a value of %j', (text, field, value) => {
  expect(readFieldText(text, field)).toEqual({ value });
});

test.each<[string, SchemaField, string]>([
  ['1,5', as('number'), 'Enter a number.'],
  ['9007199254740993', as('number'), 'A number cannot hold all of these digits.'],
  ['1.5', as('integer'), 'Enter a whole number.'],
  ['1,5', as('decimal'), 'Enter a decimal such as 12.50.'],
  ['yes', as('boolean'), 'Choose true or false.'],
  ['2026-02-30', as('date'), 'Enter a date such as 2026-12-31.'],
  ['2026-03-29T01:30:00', as('dateTime'), 'Enter a date and a time such as 2026-12-31 23:59:59, which clocks in its zone show.'],
  ['a@', as('email'), 'Enter an email address.'],
  ['example.com', as('url'), 'Enter a web address that begins with http.'],
  ['old', as('enum', { values: ['new', 'sold'] }), 'Choose one of new, sold.'],
  ['91, 0', as('geo'), 'Enter a latitude and a longitude such as 52.52, 13.405.'],
  ['{"n":9007199254740993}', as('json'), 'Enter valid JSON, in which a number has at most the digits that a number holds.'],
  ['["a"]', as('list', { of: 'number' }), 'Enter a list, each element of the type “Number”.'],
  ['a', as('list'), 'Enter a list as JSON, such as [1, 2].'],
])('%j is none of %j', (text, field, problem) => {
  expect(readFieldText(text, field)).toEqual({ problem });
});

test.each<[unknown, SchemaField]>([
  ['12.50', as('decimal')],
  [false, as('boolean')],
  [{ lat: -1.5, lng: 2 }, as('geo')],
  [['a', 'b'], as('list')],
  [{ a: [1] }, as('json')],
  ['5', as('json')],
  ['null', as('json')],
  [[1, '1', null, { a: [] }], as('list')],
  [0, as('number')],
])('%j comes out of its editor as it went in', (value, field) => {
  expect(readFieldText(fieldText(value, field), field)).toEqual({ value });
});
