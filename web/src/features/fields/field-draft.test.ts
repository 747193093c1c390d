import { expect, test } from 'vitest';
import { inputNamed } from './field-draft.ts';

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
