import {
  fieldProblem,
  fromJson,
  fromText,
  type Json,
  parseKeepingDigits,
  type SchemaField,
  type TextForms,
  typedValue,
} from '@bedplate/contract';
import { expect, test } from 'vitest';
import { patternOf } from './field-pattern.ts';

/** @returns the stored value, or the sentence of the refusal */
function sent(json: string, field: SchemaField): Json | Error {
  const admitted = fromJson(parseKeepingDigits(json) as Json, field, field.pattern === undefined ? undefined : patternOf(field.pattern));
  return 'problem' in admitted ? new Error(fieldProblem('F', admitted.problem).message) : admitted.value;
}

function typed(text: string, field: SchemaField, forms?: TextForms): Json | Error {
  const admitted = fromText(text, { field, forms });
  return 'problem' in admitted ? new Error(fieldProblem('F', admitted.problem).message) : admitted.value;
}

test.each<[json: string, field: SchemaField, typed: Json | undefined]>([
  ['9007199254740993', { type: 'integer', max: '5' }, '9007199254740993'],
  ['12.50', { type: 'decimal', scale: 1 }, '12.50'],
  ['[12.50,7]', { type: 'list', of: 'decimal', scale: 1 }, ['12.50', '7']],
  ['["a","b"]', { type: 'list', of: 'text', maxLength: 1 }, ['a', 'b']],
  ['[12.50,"x"]', { type: 'list', of: 'decimal', scale: 1 }, undefined],
  ['"many"', { type: 'integer', max: '5' }, undefined],
])('%s breaks a rule of %j, and as a value of its type it is %j', (json, field, value) => {
  expect(sent(json, field)).toBeInstanceOf(Error);
  expect(typedValue(fromJson(parseKeepingDigits(json) as Json, field))).toEqual(value);
});

const berlin = { type: 'dateTime', zone: 'Europe/Berlin' } as const;

// fields.md §8, cases 1 to 6 and 22 to 27
test.each<[json: string, field: SchemaField, stored: Json]>([
  ['9007199254740993', { type: 'integer' }, '9007199254740993'],
  ['"9007199254740993"', { type: 'integer' }, '9007199254740993'],
  ['5', { type: 'integer' }, '5'],
  ['5.0', { type: 'integer' }, '5'],
  ['1e3', { type: 'integer' }, '1000'],
  ['12.50', { type: 'decimal' }, '12.50'],
  ['0.1234567890123456789', { type: 'decimal' }, '0.1234567890123456789'],
  ['-0.10', { type: 'decimal' }, '-0.10'],
  ['1e2', { type: 'decimal' }, '100'],
  ['-0', { type: 'number' }, 0],
  ['12.50', { type: 'number' }, 12.5],
  ['0.10000000000000001', { type: 'number' }, 0.1],
  ['1e21', { type: 'number' }, 1e21],
  ['9007199254740992', { type: 'number' }, 9007199254740992],
  ['{"price":12.50}', { type: 'json' }, { price: 12.5 }],
  ['"2026-03-29"', { type: 'date' }, '2026-03-29'],
  ['"2026-10-25T02:30"', berlin, '2026-10-25T02:30'],
  ['"2026-03-29T02:30:00Z"', berlin, '2026-03-29T02:30:00Z'],
  ['"a@b.c"', { type: 'email' }, 'a@b.c'],
  ['"https://example.com/a b"', { type: 'url' }, 'https://example.com/a b'],
  ['["a","b"]', { type: 'list', of: 'text' }, ['a', 'b']],
  ['[1.50,2]', { type: 'list', of: 'decimal' }, ['1.50', '2']],
  ['[1,"a",null]', { type: 'list' }, [1, 'a', null]],
  ['{"lat":52.5,"lng":-180}', { type: 'geo' }, { lat: 52.5, lng: -180 }],
  ['"ABC-1"', { type: 'text', pattern: '[A-Z]+-\\d' }, 'ABC-1'],
  ['"😀😀"', { type: 'text', maxLength: 2 }, '😀😀'],
  ['null', { type: 'integer' }, null],
])('%s is a value of %j', (json, field, stored) => {
  expect(sent(json, field)).toEqual(stored);
});

test.each<[json: string, field: SchemaField, sentence: string]>([
  ['9007199254740993', { type: 'number' }, 'F must be a number, and no number holds these digits: declare it as decimal or integer'],
  ['1e400', { type: 'number' }, 'F must be a number, and no number holds these digits'],
  ['{"n":0.1234567890123456789}', { type: 'json' }, 'F has digits that no number holds'],
  ['"5"', { type: 'number' }, 'F must be a number.'],
  ['1.5', { type: 'integer' }, 'F must be a whole number of up to 100 digits.'],
  [`"${'9'.repeat(101)}"`, { type: 'integer' }, 'F must be a whole number'],
  ['"1,5"', { type: 'decimal' }, 'F must be a decimal such as 12.50.'],
  ['1.234', { type: 'decimal', scale: 2 }, 'F must be a decimal with at most 2 decimals.'],
  ['"true"', { type: 'boolean' }, 'F must be true or false.'],
  ['"2026-02-30"', { type: 'date' }, 'F must be a date such as 2026-03-29.'],
  ['"2026-03-29T24:00:00Z"', { type: 'dateTime' }, 'F must be a time with zone'],
  ['"2026-03-29T12:00:60Z"', { type: 'dateTime' }, 'F must be a time with zone'],
  ['"2026-03-29T12:00:00+24:00"', { type: 'dateTime' }, 'F must be a time with zone'],
  ['"2026-03-29T12:00:00-01:60"', { type: 'dateTime' }, 'F must be a time with zone'],
  ['"2026-03-29T12:00:00"', { type: 'dateTime' }, 'F must be a time with zone'],
  ['"2026-03-29T02:30"', berlin, 'F must be a time that clocks in Europe/Berlin show'],
  ['"a@"', { type: 'email' }, 'F must be an e-mail address.'],
  ['"javascript:alert(1)"', { type: 'url' }, 'F must be a web address.'],
  ['"c"', { type: 'enum', values: ['a', 'b'] }, 'F must be one of a, b.'],
  ['["a",1]', { type: 'list', of: 'text' }, 'F[1] must be text.'],
  ['[5,11]', { type: 'list', of: 'number', max: 10 }, 'F[1] must be at most 10.'],
  ['"a"', { type: 'list', of: 'text' }, 'F must be a list of text.'],
  ['["a"]', { type: 'list', minLength: 2 }, 'F must be a list of at least 2 elements.'],
  ['{"lat":91,"lng":0}', { type: 'geo' }, 'F must be a place'],
  ['-0.01', { type: 'decimal', min: '0' }, 'F must be at least 0.'],
  ['"2025-12-31"', { type: 'date', min: '2026-01-01' }, 'F must be at least 2026-01-01.'],
  ['"abc"', { type: 'text', maxLength: 2 }, 'F must be text of at most 2 characters.'],
  ['"a"', { type: 'text', minLength: 2, maxLength: 3 }, 'F must be text of 2 to 3 characters.'],
  ['"xABC-1"', { type: 'text', pattern: '[A-Z]+-\\d' }, 'F must match [A-Z]+-\\d.'],
])('%s is none of %j', (json, field, sentence) => {
  const refused = sent(json, field);
  expect(refused).toBeInstanceOf(Error);
  expect(String(refused)).toContain(sentence);
});

test.each<[text: string, field: SchemaField, stored: Json, forms?: TextForms]>([
  [' 5 ', { type: 'text' }, ' 5 '],
  [' 5.0 ', { type: 'number' }, 5],
  ['', { type: 'number' }, null],
  ['', { type: 'text' }, ''],
  ['12.50', { type: 'decimal' }, '12.50'],
  ['TRUE', { type: 'boolean' }, true],
  ['yes', { type: 'boolean' }, true, { isTable: true }],
  ['1767225600000', { type: 'dateTime' }, '2026-01-01T00:00:00.000Z'],
  ['2026-03-29 01:00:00.5+02', { type: 'dateTime' }, '2026-03-29 01:00:00.5+02:00', { isTable: true }],
  ['2026-03-29 01:00:00 UTC', { type: 'dateTime' }, '2026-03-29 01:00:00Z', { isTable: true }],
  ['t', { type: 'boolean' }, true, { isTable: true }],
  ['N', { type: 'boolean' }, false, { isTable: true }],
  ['52.5, 13.4', { type: 'geo' }, { lat: 52.5, lng: 13.4 }],
  ['a; b', { type: 'list', of: 'text' }, ['a', 'b'], { isTable: true }],
  ['[1,2]', { type: 'list', of: 'number' }, [1, 2]],
  ['{"a":1}', { type: 'json' }, { a: 1 }],
  ['a word', { type: 'json' }, 'a word', { isTable: true }],
])('the text %j is a value of %j', (text, field, stored, forms) => {
  expect(typed(text, field, forms)).toEqual(stored);
});

test.each<[text: string, field: SchemaField]>([
  ['1,5', { type: 'number' }],
  ['9007199254740993', { type: 'number' }],
  ['yes', { type: 'boolean' }],
  ['03/04/2026', { type: 'date' }],
  ['1774746000', { type: 'dateTime' }],
  ['-1774746000', { type: 'dateTime' }],
  ['2026-03-29 01:00:00+02', { type: 'dateTime' }],
  ['{"a":1,"a":2}', { type: 'json' }],
  ['{"a":1', { type: 'json' }],
  ['a word', { type: 'json' }],
  ['{"lat":1,"lng":2,"lat":3}', { type: 'geo' }],
  ['[{"a":1,"a":2}]', { type: 'list' }],
])('the text %j is none of %j', (text, field) => {
  expect(typed(text, field)).toBeInstanceOf(Error);
});
