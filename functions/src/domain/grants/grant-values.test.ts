import { literalsOfValue, valueSetBy } from '@bedplate/contract';
import { expect, test } from 'vitest';

const now = Date.parse('2026-05-01T12:00:00Z');
const user = {
  id: 'ann',
  team: ['t1', 't2'],
  none: [],
  mixed: ['t1', { a: 1 }],
  empty: '',
  nothing: null,
  level: 5,
  crowd: Array.from({ length: 31 }, (_, i) => i),
};
const call = { user, now };
const plain = (text: string) => ({ text, quoted: false });

test.each([
  ['a text', 'x', [plain('x')]],
  ['a number', 5, [plain('5')]],
  ['nothing', null, [plain('null')]],
  ['the word null', 'null', [{ text: 'null', quoted: true }]],
  ['no letters', '', [{ text: '', quoted: true }]],
  ['a list', ['x', null, false], [plain('x'), plain('null'), plain('false')]],
  ['a text that begins with @', { text: '@now' }, [{ text: '@now', quoted: true }]],
  ['the moment', '@now', [plain('2026-05-01T12:00:00.000Z')]],
  ['a moment before', '@now-90m', [plain('2026-05-01T10:30:00.000Z')]],
  ['the user', '@user.id', [plain('ann')]],
  ['each of a list of the user', '@user.team', [plain('t1'), plain('t2')]],
  ['the user beside others', ['x', '@user.level'], [plain('x'), plain('5')]],
])('a condition compares with %s', (_, value, literals) => {
  expect(literalsOfValue(value, call)).toEqual(literals);
});

test.each(['missing', 'none', 'mixed', 'empty', 'nothing', 'crowd'])('a user without a usable value of %s meets no condition', (field) => {
  expect(literalsOfValue(`@user.${field}`, call)).toBeNull();
  expect(literalsOfValue(['x', `@user.${field}`], call)).toBeNull();
});

test('of a date the moment is its day, UTC or in the zone of the field', () => {
  const late = { user, now: Date.parse('2026-05-01T23:30:00Z') };
  expect(literalsOfValue('@now', late, { type: 'date' })).toEqual([plain('2026-05-01')]);
  expect(valueSetBy('@now-1d', late, { type: 'date', zone: 'Europe/Berlin' })).toBe('2026-05-01');
  expect(valueSetBy('@now', late, { type: 'dateTime' })).toBe('2026-05-01T23:30:00.000Z');
});

test('a key has no fields of a user', () => {
  expect(literalsOfValue('@user.id', { user: undefined, now })).toBeNull();
  expect(valueSetBy('@user.id', { user: undefined, now })).toBeUndefined();
});

test('the server sets what is given, the moment and what the user has', () => {
  expect(['x', 5, null, '@now', '@now-1d', '@user.level', '@user.missing'].map((value) => valueSetBy(value, call))).toEqual([
    'x',
    5,
    null,
    '2026-05-01T12:00:00.000Z',
    '2026-04-30T12:00:00.000Z',
    5,
    undefined,
  ]);
});
