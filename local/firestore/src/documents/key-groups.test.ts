import { expect, test } from 'vitest';
import { map } from '../../test/support/engine-builders.ts';
import { Timestamp, type Value } from '../model/value.ts';
import type { IndexSpec } from './index-spec.ts';
import { keyGroups } from './key-groups.ts';
import { Row } from './row.ts';

const row = (path: string, value: Value): Row =>
  new Row(path, { path, fields: map({ v: value }), createTime: new Timestamp(0, 0), updateTime: new Timestamp(0, 0) });

function groupedPaths(values: readonly Value[], kind: 'value' | 'contains' = 'value'): readonly string[] {
  const spec: IndexSpec = [{ path: ['v'], kind, descending: false }];
  const groups = keyGroups(
    spec,
    values.map((value, i) => row(`c/${i}`, value)),
  );
  return groups.map(({ rows }) => rows.map(({ path }) => path.slice(2)).join());
}

test('equal values of different representation share a group, in the order of names', () => {
  expect(groupedPaths([1, 'a', 1n, 2 ** 60, 2n ** 60n, -0, 0n, null, Number.NaN, Number.NaN, 2n ** 53n + 1n, 2 ** 53])).toEqual([
    '7',
    '8,9',
    '5,6',
    '0,2',
    '11',
    '10',
    '3,4',
    '1',
  ]);
});

test('values that cannot be hashed are sorted among the others, equal ones by name', () => {
  expect(groupedPaths([new Timestamp(2, 0), 5n, new Timestamp(1, 0), 'x', new Timestamp(2, 0), [1n]])).toEqual([
    '1',
    '2',
    '0',
    '4',
    '3',
    '5',
  ]);
});

test('an array stands once under each distinct element', () => {
  expect(groupedPaths([[1n, 1, 'a'], ['a'], 'a', []], 'contains')).toEqual(['0', '0,1']);
});
