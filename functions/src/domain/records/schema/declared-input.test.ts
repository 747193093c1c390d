import type { Json } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { declaredInput } from './declared-input.ts';

const fields = new Map([['any', { type: 'json' as const }]]);
const stored = (text: string, typed: string[]) => {
  const input = { fields: { any: text }, password: undefined, operations: new Map() };
  return declaredInput({ fields }, input, { before: { any: 1 }, form: { typed } }).fields;
};

test.each<[text: string, value: Json]>([
  ['{"a": 1}', { a: 1 }],
  ['[5]', [5]],
  ['"5"', '5'],
  ['5', 5],
  ['null', null],
])('the text %s of a form is stored in a field of JSON as %j, and as that text where the form has read it', (text, value) => {
  expect(stored(text, [])).toEqual({ any: value });
  expect(stored(text, ['any'])).toEqual({ any: text });
});
