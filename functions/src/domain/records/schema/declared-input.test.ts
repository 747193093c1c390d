import type { Json, SchemaField } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { operate } from '../model/operators.ts';
import { updateInput } from '../model/record-input.ts';
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

function changed(field: SchemaField, before: Json, operation: { [operator: string]: Json }): Json | undefined {
  const { fields, operations } = declaredInput({ fields: new Map([['a', field]]) }, updateInput({ a: operation }), {
    before: { a: before },
  });
  const [own] = operations.values();
  return own ? operate('a', before, own) : fields.a;
}

test('a text that spells a decimal increments decimals and integers by all its digits, and nothing else', () => {
  expect(changed({ type: 'decimal' }, '0.20', { $increment: '0.10' })).toBe('0.30');
  expect(changed({ type: 'integer' }, '9007199254740993', { $increment: '9007199254740993' })).toBe('18014398509481986');
  expect(() => changed({ type: 'number' }, 1, { $increment: '1' })).toThrow('$increment takes a number');
  for (const wrong of ['', ' 1', '1,5', 'NaN', '1e9999', true, null])
    expect(() => changed({ type: 'decimal' }, '1', { $increment: wrong })).toThrow('$increment takes a number');
});

test.each<[of: NonNullable<SchemaField['of']>, stored: Json[], removed: Json, left: Json[]]>([
  ['decimal', ['12.50', '12.51', 'x'], 12.5, ['12.51', 'x']],
  ['integer', ['7'], '07', []],
  ['dateTime', ['2026-03-29T01:30:00+02:00', '2026-03-29'], '2026-03-28T23:30:00Z', ['2026-03-29']],
  ['text', ['a', 'A'], 'a', ['A']],
])('what equals an element of a list of %s is removed, however it is spelt', (of, stored, removed, left) => {
  expect(changed({ type: 'list', of }, stored, { $remove: removed })).toEqual(left);
});
