import { expect, test } from 'vitest';
import { map } from '../../test/support/engine-builders.ts';
import { documentSize } from './size.ts';
import { checkDocumentSize, storedFields } from './stored-fields.ts';
import { GeoPoint, Timestamp, type Value } from './value.ts';

function nested(depth: number): Value {
  return depth === 0 ? 1n : map({ m: nested(depth - 1) });
}

test.each<[string, Record<string, Value>, string]>([
  ['a reserved name', { __a__: 1n }, 'field name __a__ is reserved'],
  ['a reserved nested name', { a: map({ __b__: 1n }) }, "field name '__b__' is reserved."],
  ['an unknown __type__', { a: map({ __type__: 'x' }) }, "field name '__type__' is reserved."],
  ['an array in an array', { a: [[1n]] }, 'Nested arrays are not allowed'],
  ['a long string', { s: 'x'.repeat(1_048_488) }, 'The value of property "s" is longer than 1048487 bytes.'],
  ['long bytes', { s: new Uint8Array(1_048_488) }, 'The value of property "s" is longer than 1048487 bytes.'],
  ['a long name', { ['é'.repeat(751)]: 1n }, 'The property.name is longer than 1500 bytes.'],
  ['too much nesting', { m: nested(21) }, 'Property m contains an invalid nested entity.'],
  ['an empty vector', { v: map({ __type__: '__vector__', value: [] }) }, 'Cannot have a zero length vector.'],
  ['integers in a vector', { v: map({ __type__: '__vector__', value: [1n] }) }, 'All vector elements must be doubles.'],
  ['a long vector', { v: map({ __type__: '__vector__', value: Array.from({ length: 2049 }, () => 1) }) }, 'more than 2048 dimensions'],
  ['a latitude of 91', { g: new GeoPoint(91, 0) }, 'latitude must be between -90 and 90 degrees.'],
  ['year 10000', { t: new Timestamp(253_402_300_800, 0) }, 'outside of the range'],
])('%s is refused', (_what, fields, message) => {
  expect(() => storedFields(map(fields))).toThrow(message);
});

test('what is within the limits is kept as it is', () => {
  const fields = map({ s: 'x'.repeat(1_048_487), m: nested(19), v: map({ __type__: '__vector__', value: [1.5] }), a: [map({ a: [1n] })] });
  expect(storedFields(fields)).toBe(fields);
});

test('timestamps are cut to microseconds at any depth', () => {
  const time = new Timestamp(5, 1999);
  expect(storedFields(map({ t: time, m: map({ a: [time] }) }))).toEqual(
    map({ t: new Timestamp(5, 1000), m: map({ a: [new Timestamp(5, 1000)] }) }),
  );
});

test('a document larger than 1 MiB is refused and sizes follow the published rule', () => {
  // https://firebase.google.com/docs/firestore/storage-size gives this example with 147 bytes.
  expect(
    documentSize('users/jeff/tasks/my_task_id', map({ type: 'Personal', done: false, priority: 1n, description: 'Learn Cloud Firestore' })),
  ).toBe(147);
  expect(() => checkDocumentSize('c/d', map({ s: 'x'.repeat(1_048_480), t: 'x'.repeat(100) }))).toThrow(
    'maximum entity size is 1048576 bytes',
  );
});
