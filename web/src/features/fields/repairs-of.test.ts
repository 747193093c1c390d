import { expect, test } from 'vitest';
import { repairsOf } from './repairs-of.ts';

test.each([
  ['type', { type: 'number' }, ['convert', 'split', 'trash']],
  ['type', { type: 'number', default: 1 }, ['convert', 'default', 'split', 'trash']],
  ['required', { type: 'date', defaultFrom: 'now' }, ['default', 'trash']],
  ['min', { type: 'number' }, ['split', 'trash']],
  ['undeclared', undefined, ['split', 'trash']],
  ['unique', { type: 'text' }, []],
  ['reference', { type: 'reference' }, []],
] as const)('of %s on %j these are offered: %j', (rule, field, repairs) => {
  expect(repairsOf({ rule }, { field, hasTrash: true })).toEqual(repairs);
});

test('no storage without a trash is offered to empty itself', () => {
  expect(repairsOf({ rule: 'min' }, { field: { type: 'number' }, hasTrash: false })).toEqual(['split']);
});
