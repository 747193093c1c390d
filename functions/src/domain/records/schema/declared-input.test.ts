import type { Json } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { declaredInput } from './declared-input.ts';

test.each<[text: string, stored: Json]>([
  ['{"a": 1}', { a: 1 }],
  ['[5]', [5]],
  ['"5"', '5'],
  ['5', '5'],
  ['null', 'null'],
])('the text %s of a form, which has read it, is stored in a field of JSON as %j', (text, stored) => {
  const fields = new Map([['any', { type: 'json' as const }]]);
  const input = { fields: { any: text }, password: undefined, operations: new Map() };
  expect(declaredInput({ fields }, input, { before: { any: 1 }, isForm: true }).fields).toEqual({ any: stored });
});
