import { expect, test } from 'vitest';
import { map } from '../../test/support/engine-builders.ts';
import { compareValues } from './compare-values.ts';
import { identicalValues } from './identical-values.ts';
import { GeoPoint, Reference, Timestamp, type Value } from './value.ts';

const reference = (path: string, database = 'projects/p/databases/(default)'): Reference => new Reference(`${database}/documents/${path}`);
const vector = (...value: number[]): Value => map({ __type__: '__vector__', value });

/** Ascending; values in one row are equal. */
const ascending: readonly (readonly Value[])[] = [
  [null],
  [false],
  [true],
  [Number.NaN],
  [-Infinity],
  [-(2n ** 63n), -(2 ** 63)],
  [-1n, -1],
  [0n, 0, -0],
  [Number.MIN_VALUE],
  [1n, 1],
  [1.5],
  [2n ** 53n, 2 ** 53],
  [2n ** 53n + 1n],
  [2n ** 53n + 2n, 2 ** 53 + 2],
  [2n ** 63n - 1n],
  [2 ** 63],
  [Infinity],
  [new Timestamp(-1, 999_999_000)],
  [new Timestamp(0, 0)],
  [new Timestamp(0, 1000)],
  [''],
  ['\u0000'],
  ['a'],
  ['a\u0000'],
  ['b'],
  ['é'],
  ['\ud7ff'],
  ['\ue000'],
  ['\uffff'],
  ['😀'],
  ['😀a'],
  [new Uint8Array([])],
  [new Uint8Array([0])],
  [new Uint8Array([1])],
  [new Uint8Array([1, 0])],
  [new Uint8Array([255])],
  [reference('z/z', 'projects/a/databases/(default)')],
  [reference('c/__id-5__')],
  [reference('c/__id2__')],
  [reference('c/__id10__')],
  [reference('c/1')],
  [reference('c/a')],
  [reference('c/a/b/c')],
  [reference('c/a!')],
  [reference('c!/a')],
  [new GeoPoint(-90, 0)],
  [new GeoPoint(0, -180)],
  [new GeoPoint(0, 0), new GeoPoint(-0, 0)],
  [new GeoPoint(0, 1)],
  [[]],
  [[null]],
  [[1n], [1]],
  [[1n, 'a']],
  [[2n]],
  [['a']],
  [vector(9)],
  [vector(1, 2)],
  [vector(1, 3)],
  [vector(0, 0, 0)],
  [map({})],
  [map({ a: 1n }), map({ a: 1 })],
  [
    map({ a: 1n, b: 1n }),
    new Map<string, Value>([
      ['b', 1n],
      ['a', 1n],
    ]),
  ],
  [map({ a: 2n })],
  [map({ b: 0n })],
];

test('values order by type, then as production orders them', () => {
  for (const [i, left] of ascending.entries()) {
    for (const [j, right] of ascending.entries()) {
      for (const a of left) for (const b of right) expect([i, j, Math.sign(compareValues(a, b))]).toEqual([i, j, Math.sign(i - j)]);
    }
  }
});

test('NaN equals itself', () => {
  expect(compareValues(Number.NaN, Number.NaN)).toBe(0);
});

test.each<[Value, Value, boolean]>([
  [1n, 1, false],
  [0, -0, false],
  [Number.NaN, Number.NaN, true],
  [[1n, map({ a: 'x' })], [1n, map({ a: 'x' })], true],
  [[1n], [1], false],
  [map({ a: 1n }), map({ a: 1n, b: 1n }), false],
  [new Uint8Array([1]), new Uint8Array([1]), true],
  [new Timestamp(1, 0), new Timestamp(1, 0), true],
  [null, map({}), false],
  [new GeoPoint(0, 0), new Timestamp(0, 0), false],
])('storing %o over %o changes nothing: %s', (a, b, expected) => {
  expect(identicalValues(a, b)).toBe(expected);
});
