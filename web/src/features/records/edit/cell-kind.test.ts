import { expect, test } from 'vitest';
import { editText, kindOf, parseCell } from './cell-kind.ts';

test.each([
  ['x', 'text'],
  [0, 'number'],
  [false, 'boolean'],
  [{ a: 1 }, 'json'],
  [null, 'text'],
])('%j is edited as %s', (value, kind) => {
  expect(kindOf(value)).toBe(kind);
});

test('an empty cell is of the one type that its field has had, also where no row in sight has a value', () => {
  expect(kindOf(null, { learned: ['number'] })).toBe('number');
  expect(kindOf(null, { learned: ['array'] })).toBe('json');
  expect(kindOf('5', { learned: ['number'] })).toBe('text');
});

test.each([
  ['38', 'number'],
  ['038', 'text'],
  ['3,8', 'text'],
  ['n/a', 'text'],
  ['true', 'text'],
  ['[1]', 'json'],
  ['[1', 'json'],
  ['', 'text'],
])('of the several types of its field an empty cell takes the one that %j spells: %s', (text, kind) => {
  expect(kindOf(null, { learned: ['string', 'number', 'array'], text })).toBe(kind);
});

test.each([
  [12.5, 'number'],
  [true, 'boolean'],
  [{ a: [1] }, 'json'],
  ['007', 'text'],
  ['', 'text'],
  ['null', 'text'],
] as const)('%j comes out of its editor as it went in', (value, kind) => {
  expect(parseCell(editText(value), kind)).toEqual({ value });
});

test('what is none of its kind is refused, and an emptied cell is null unless it is text', () => {
  expect(parseCell('1,5', 'number')).toEqual({ problem: 'records.notNumber' });
  expect(parseCell('9007199254740993', 'number')).toEqual({ problem: 'records.longNumber' });
  expect(parseCell('{"n":[9007199254740993]}', 'json')).toEqual({ problem: 'records.longNumber' });
  expect(parseCell('{"n":"9007199254740993"}', 'json')).toEqual({ value: { n: '9007199254740993' } });
  expect(parseCell('{a', 'json')).toEqual({ problem: 'records.notJson' });
  expect(parseCell(' ', 'number')).toEqual({ value: null });
  expect(parseCell('', 'text')).toEqual({ value: '' });
});

// Covers S1-7-42
test.each(['042', '0.1000000000000000055', '-0', '1e400', '9007199254740993'])('%j is no number that a cell can hold', (text) => {
  expect(parseCell(text, 'number')).toHaveProperty('problem');
});

test.each(['42', '1.50', '1e3', '+5', '.5', '-0.25', '0', '0.0', '100000000000000000000'])('%j is', (text) => {
  expect(parseCell(text, 'number')).toEqual({ value: Number(text) });
});

test('an object that has a name twice is refused', () => {
  expect(parseCell('{"a":1,"a":2}', 'json')).toEqual({ problem: 'records.notJson' });
});
