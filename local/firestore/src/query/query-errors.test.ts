import { expect, test } from 'vitest';
import { and, asc, or, query, where } from '../../test/support/engine-builders.ts';
import type { Aggregation, StructuredQuery } from '../model/query.ts';
import { Reference } from '../model/value.ts';
import { createEngine } from '../store/create-engine.ts';

const db = (await createEngine({ indexMode: 'permissive' })).database('demo', '(default)');
const numbers = (count: number) => Array.from({ length: count }, (_, i) => BigInt(i));
const reference = (path: string) => new Reference(`projects/demo/databases/(default)/documents/${path}`);

test.each<[string, Partial<StructuredQuery>, string]>([
  [
    'two selectors',
    {
      from: [
        { collectionId: 'a', allDescendants: false },
        { collectionId: 'b', allDescendants: false },
      ],
    },
    'INVALID_ARGUMENT: multiple collection selectors',
  ],
  [
    'a slash in the collection id',
    { from: [{ collectionId: 'a/b', allDescendants: false }] },
    'INVALID_ARGUMENT: Collection id "a/b" is invalid because it contains "/".',
  ],
  ['a negative limit', { limit: -1 }, 'INVALID_ARGUMENT: limit is negative'],
  ['a negative offset', { offset: -1 }, 'INVALID_ARGUMENT: offset is negative'],
  ['in without a list', { where: where('a', 'IN', 1n) }, "INVALID_ARGUMENT: 'IN' requires an ArrayValue."],
  ['in with nothing', { where: where('a', 'IN', []) }, "INVALID_ARGUMENT: 'IN' requires an non-empty ArrayValue."],
  [
    '31 values',
    { where: where('a', 'ARRAY_CONTAINS_ANY', numbers(31)) },
    "INVALID_ARGUMENT: 'ARRAY_CONTAINS_ANY' supports up to 30 comparison values.",
  ],
  [
    'not-in with 11 values',
    { where: where('a', 'NOT_IN', numbers(11)) },
    "INVALID_ARGUMENT: 'NOT_IN' supports up to 10 comparison values.",
  ],
  [
    'two negations',
    { where: and(where('a', 'NOT_EQUAL', 1n), where('b', 'NOT_EQUAL', 1n)) },
    "INVALID_ARGUMENT: Only a single 'NOT_EQUAL', 'NOT_IN'",
  ],
  [
    'not-in with in',
    { where: and(where('a', 'NOT_IN', [1n]), where('b', 'IN', [1n])) },
    "INVALID_ARGUMENT: 'NOT_IN' cannot be used in the same query with",
  ],
  [
    'not-in with OR',
    { where: or(where('a', 'NOT_IN', [1n]), where('b', 'EQUAL', 1n)) },
    "INVALID_ARGUMENT: 'NOT_IN' cannot be used in the same query with",
  ],
  [
    'two array-contains',
    { where: and(where('a', 'ARRAY_CONTAINS', 1n), where('b', 'ARRAY_CONTAINS', 1n)) },
    'FAILED_PRECONDITION: Only a single array-contains clause is allowed in a query',
  ],
  [
    'too many disjunctions',
    { where: and(where('a', 'IN', numbers(6)), where('b', 'IN', numbers(6))) },
    'INVALID_ARGUMENT: Too many disjunctions after normalization. Result had 36 disjunctions which is more than the maximum of 30',
  ],
  ['a name that is no reference', { where: where('__name__', 'EQUAL', 'x') }, 'INVALID_ARGUMENT: __key__ filter value must be a Key'],
  [
    'a name of another database',
    { where: where('__name__', 'EQUAL', new Reference('projects/x/databases/(default)/documents/a/b')) },
    'INVALID_ARGUMENT: The reference',
  ],
  ['a field ordered twice', { orderBy: asc('a', 'a') }, 'INVALID_ARGUMENT: order by clause cannot contain duplicate fields a'],
  [
    'an order behind the name',
    { orderBy: asc('__name__', 'a') },
    'INVALID_ARGUMENT: order by clause cannot contain more fields after the key',
  ],
  [
    'a long cursor',
    { orderBy: asc('a'), startAt: { values: [1n, reference('c/a'), 1n], before: true } },
    'INVALID_ARGUMENT: Cursor has too many values.',
  ],
  [
    '11 inequality fields',
    { where: and(...numbers(11).map((i) => where(`f${i}`, 'GREATER_THAN', 1n))) },
    'INVALID_ARGUMENT: Queries with inequality filters on more than 10 fields',
  ],
  ['vector search', { findNearest: true }, 'UNIMPLEMENTED: find_nearest (vector search) is not implemented.'],
])('%s is refused', (_what, asked, message) => {
  const run = () => db.runQuery(query('c', asked));
  expect(run).toThrow(expect.objectContaining({ code: message.split(': ')[0] }));
  expect(run).toThrow(message.slice(message.indexOf(': ') + 2));
});

const count = (alias: string): Aggregation => ({ alias, op: { kind: 'count' } });

test.each<[string, readonly Aggregation[], string]>([
  ['none', [], 'can not be empty'],
  [
    'six',
    Array.from({ length: 6 }, () => count('')),
    'The maximum number of aggregations allowed in an aggregation query is 5. Received: 6',
  ],
  ['the same alias twice', [count('a'), count('a')], 'duplicate alias "a"'],
  ['a reserved alias', [count('__a__')], 'alias "__a__" is reserved'],
  ['a limit of zero', [{ alias: 'a', op: { kind: 'count', upTo: 0n } }], 'up_to must be greater than zero'],
])('aggregations: %s is refused', (_what, aggregations, message) => {
  expect(() => db.runAggregation(query('c'), aggregations)).toThrow(message);
});
