import { parseKeepingDigits } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { GivenSchemaChange, GivenSchemaCheck } from './given-schema.ts';

const fieldOf = (json: string) =>
  GivenSchemaChange.parse(parseKeepingDigits(`{"version":0,"state":"learn","schema":{"fields":{"f":${json}}}}`)).schema.fields.f;

test.each([
  ['{"type":"integer","default":9007199254740993}', { default: '9007199254740993' }],
  ['{"type":"integer","max":1e2}', { max: '100' }],
  ['{"type":"decimal","min":0.1234567890123456789,"max":12.50}', { min: '0.1234567890123456789', max: '12.50' }],
  ['{"type":"decimal","default":5}', { default: 5 }],
  ['{"type":"list","of":"integer","default":[1,9007199254740993]}', { default: [1, '9007199254740993'] }],
  ['{"type":"number","default":1.50,"max":1e3}', { default: 1.5, max: 1000 }],
  ['{"type":"json","default":{"a":[12.50]}}', { default: { a: [12.5] } }],
  ['{"type":"decimal","max":1e400}', { max: '1e400' }],
])('of %s no digit is lost', (json, options) => {
  expect(fieldOf(json)).toMatchObject(options);
});

test('digits that no number holds are refused by their place', () => {
  expect(() => fieldOf('{"type":"json","default":{"a":9007199254740993}}')).toThrow(
    'schema.fields.f.default.a has digits that no number holds',
  );
  expect(() => fieldOf('{"type":"number","min":0.1234567890123456789}')).toThrow('schema.fields.f.min has digits');
});

test('what is no schema is refused as such, and a check reads digits as well', () => {
  for (const json of [
    'null',
    '[]',
    '{"version":0,"state":"learn","schema":5}',
    '{"version":0,"state":"learn","schema":{"fields":[12.50]}}',
  ])
    expect(GivenSchemaChange.safeParse(parseKeepingDigits(json)).success).toBe(false);
  const check = GivenSchemaCheck.parse(parseKeepingDigits('{"schema":{"fields":{"f":{"type":"integer","min":9007199254740993}}}}'));
  expect(check.schema.fields.f?.min).toBe('9007199254740993');
});
