import { expect, test } from 'vitest';
import { asc, desc, map, or, put, query, where } from '../../test/support/engine-builders.ts';
import type { StructuredQuery } from '../model/query.ts';
import { Reference, Timestamp, type Value } from '../model/value.ts';
import { createEngine } from '../store/create-engine.ts';
import { project } from './project.ts';

const values: Record<string, Value> = {
  null: null,
  nan: Number.NaN,
  one: 1n,
  oneAndHalf: 1.5,
  two: 2,
  text: 'a',
  list: [1n, 'a'],
  time: new Timestamp(1, 1000),
};
const reference = (path: string) => new Reference(`projects/demo/databases/(default)/documents/${path}`);

async function example() {
  const db = (await createEngine({ indexMode: 'permissive' })).database('demo', '(default)');
  await db.commit([...Object.entries(values).map(([id, v]) => put(`c/${id}`, { v })), put('c/missing', { w: 1n })]);
  return db;
}

test.each<[string, Partial<StructuredQuery>, readonly string[]]>([
  ['everything by name', {}, ['list', 'missing', 'nan', 'null', 'one', 'oneAndHalf', 'text', 'time', 'two']],
  ['all types by value', { orderBy: asc('v') }, ['null', 'nan', 'one', 'oneAndHalf', 'two', 'time', 'text', 'list']],
  ['integers equal doubles', { where: where('v', 'EQUAL', 1) }, ['one']],
  ['null equals nothing', { where: where('v', 'EQUAL', null) }, []],
  ['IS_NULL', { where: { kind: 'unary', field: ['v'], op: 'IS_NULL' } }, ['null']],
  ['IS_NAN', { where: { kind: 'unary', field: ['v'], op: 'IS_NAN' } }, ['nan']],
  [
    'IS_NOT_NULL',
    { where: { kind: 'unary', field: ['v'], op: 'IS_NOT_NULL' } },
    ['nan', 'one', 'oneAndHalf', 'two', 'time', 'text', 'list'],
  ],
  ['IS_NOT_NAN', { where: { kind: 'unary', field: ['v'], op: 'IS_NOT_NAN' } }, ['one', 'oneAndHalf', 'two', 'time', 'text', 'list']],
  ['ranges stay within the type', { where: where('v', 'GREATER_THAN', 1n) }, ['oneAndHalf', 'two']],
  ['ranges leave NaN out', { where: where('v', 'LESS_THAN_OR_EQUAL', 1.5) }, ['one', 'oneAndHalf']],
  ['!= leaves null and missing out', { where: where('v', 'NOT_EQUAL', 1n) }, ['nan', 'oneAndHalf', 'two', 'time', 'text', 'list']],
  ['not-in', { where: where('v', 'NOT_IN', [1n, 'a']) }, ['nan', 'oneAndHalf', 'two', 'time', 'list']],
  ['not-in with null', { where: where('v', 'NOT_IN', [1n, null]) }, []],
  ['in', { where: where('v', 'IN', ['a', 2n, null, Number.NaN]) }, ['text', 'two']],
  ['in with a list as value', { where: where('v', 'IN', [[1n, 'a']]) }, ['list']],
  ['array-contains', { where: where('v', 'ARRAY_CONTAINS', 1) }, ['list']],
  ['array-contains-any', { where: where('v', 'ARRAY_CONTAINS_ANY', ['z', 'a']) }, ['list']],
  ['a filter timestamp is cut to microseconds', { where: where('v', 'EQUAL', new Timestamp(1, 1999)) }, ['time']],
  ['a name range', { where: where('__name__', 'GREATER_THAN', reference('c/text')) }, ['time', 'two']],
  ['names in a list', { where: where('__name__', 'IN', [reference('c/two'), reference('c/one'), reference('c/none')]) }, ['one', 'two']],
  ['descending names', { orderBy: desc('__name__'), limit: 2 }, ['two', 'time']],
  [
    'an inequality in one branch hides documents without the field from all',
    { where: or(where('v', 'GREATER_THAN', 1.5), where('w', 'EQUAL', 1n)) },
    ['two'],
  ],
  ['start at', { orderBy: asc('v'), startAt: { values: [1.5], before: true } }, ['oneAndHalf', 'two', 'time', 'text', 'list']],
  ['start after', { orderBy: asc('v'), startAt: { values: [1.5], before: false } }, ['two', 'time', 'text', 'list']],
  ['end before', { orderBy: asc('v'), endAt: { values: [1.5], before: true } }, ['null', 'nan', 'one']],
  ['end at, descending', { orderBy: desc('v'), endAt: { values: [1.5], before: false } }, ['list', 'text', 'time', 'two', 'oneAndHalf']],
  [
    'a cursor with the name',
    { orderBy: asc('v'), startAt: { values: [1.5, reference('c/oneAndHalf')], before: false }, limit: 1 },
    ['two'],
  ],
  ['offset and limit', { orderBy: asc('v'), offset: 2, limit: 2 }, ['one', 'oneAndHalf']],
])('%s', async (_what, asked, expected) => {
  const db = await example();
  expect(db.runQuery(query('c', asked)).documents.map(({ path }) => path.slice(2))).toEqual(expected);
});

test('a collection group finds the id under any parent, and a parent narrows it', async () => {
  const db = await example();
  await db.commit([put('p/1/g/a', {}), put('p/2/g/b', {}), put('g/c', {}), put('p/1/gg/d', {})]);
  const group = (parent: string) =>
    db.runQuery({ ...query('g'), parent, from: [{ collectionId: 'g', allDescendants: true }] }).documents.map(({ path }) => path);
  expect(group('')).toEqual(['g/c', 'p/1/g/a', 'p/2/g/b']);
  expect(group('p/1')).toEqual(['p/1/g/a']);
});

test('projection keeps selected paths only', async () => {
  const db = await example();
  await db.commit([put('c/p', { a: 1n, m: map({ x: 1n, y: 2n }), z: 1n })]);
  const document = db.get('c/p');
  if (!document) throw new Error('The document is missing.');
  expect(project(document, undefined)).toBe(document);
  expect(project(document, []).fields).toEqual(map({}));
  expect(project(document, [['__name__']]).fields).toEqual(map({}));
  expect(project(document, [['m', 'y'], ['a'], ['none', 'x']]).fields).toEqual(map({ m: map({ y: 2n }), a: 1n }));
});

test('a compiled query decides about one document and knows when it has to be run again', async () => {
  const db = await example();
  const compiled = db.compile(query('c', { where: where('v', 'GREATER_THAN', 1n), startAt: { values: [1.5], before: false } }));
  const documents = ['c/one', 'c/oneAndHalf', 'c/two', 'c/missing']
    .map((path) => db.get(path))
    .filter((document) => document !== undefined);
  expect(documents.filter((document) => compiled.matches(document)).map(({ path }) => path)).toEqual(['c/two']);
  expect([compiled.covers('c/x'), compiled.covers('c/x/c/y'), compiled.covers('d/x')]).toEqual([true, false, false]);
  expect([compiled.needsRerun, db.compile(query('c', { limit: 1 })).needsRerun, db.compile(query('c', { offset: 1 })).needsRerun]).toEqual([
    false,
    true,
    true,
  ]);
});
