import type { Json } from '@bedplate/contract/values/json';
import type { ValueType } from '@bedplate/contract/values/scalar';
import { matcherOf } from '@bedplate/functions/domain/records/query/filter.ts';
import { parseListQuery } from '@bedplate/functions/domain/records/query/parse-query.ts';
import { readFilters } from '@bedplate/functions/domain/records/query/read-filters.ts';
import { expect, test } from 'vitest';
import { queryString } from '../records/query.ts';
import { matches, refuseByTypes, refuseUncheckable } from './filter.ts';

const types: Readonly<Record<string, ValueType>> = {
  price: { type: 'decimal' },
  count: { type: 'integer' },
  size: { type: 'number' },
  on: { type: 'boolean' },
  day: { type: 'date' },
  at: { type: 'dateTime' },
  name: { type: 'text' },
  place: { type: 'geo' },
  numbers: { type: 'list', of: 'decimal' },
};
const texts = [
  '',
  'null',
  '"null"',
  '"5"',
  '"',
  '\\',
  'a|b',
  'a\\|b',
  'a&b=c',
  '<5',
  '=5',
  '!=5',
  '~',
  '\u{10ffff}',
  '\uffff',
  '\u0000',
  '\u001f',
  ' 5',
  '5 ',
  '5\n',
  '5\\',
  'a"b',
  'a\\"',
  'a\\,b;(c)',
  'a\\ ',
  ')',
  '5',
  '5.0',
  '05',
  '007',
  '1.10',
  '1.1',
  '-0',
  '0',
  '1e3',
  '1e400',
  'NaN',
  'Infinity',
  '9007199254740993',
  '9007199254740992',
  '0.1',
  'true',
  'TRUE',
  'open',
  'Open',
  'é',
  'e\u0301',
  'ﬁ',
  'fi',
  'x'.repeat(200),
  `${'x'.repeat(200)}y`,
  '2026-03-29',
  '2026-03-28',
  '2026-03-28T23:30:00Z',
  '2026-03-29T01:30:00+02:00',
  '1774740600000',
  '2026-02-30',
  'soon',
];
const values: readonly Json[] = [
  ...texts,
  null,
  true,
  false,
  0,
  -0,
  5,
  -3,
  1.1,
  1000,
  1e21,
  9007199254740992,
  [],
  ['5', 5],
  ['x', null, true],
  ['1.10'],
  { a: '5' },
];
const wanted = [...texts, null, true, 5, -0, 1.1, 1e21, 9007199254740992, new Date('2026-03-28T23:30:00Z')];

test('LiveSync, lists and the client’s queries agree about every condition and value', () => {
  const differences: unknown[] = [];
  let compared = 0;
  for (const field of [...Object.keys(types), 'plain', 'in.side']) {
    for (const condition of conditions()) {
      const live = followed(field, condition);
      const places = isEmpty(condition) ? (['where'] as const) : (['where', 'or'] as const);
      for (const list of places.map((place) => listed(field, condition, place))) {
        for (const value of [undefined, ...values]) {
          compared += 1;
          const record: Readonly<Record<string, Json>> =
            value === undefined ? {} : field === 'in.side' ? { in: { side: value } } : { [field]: value };
          if (list(record) !== live(record)) differences.push({ field, condition, record, list: list(record), live: live(record) });
        }
      }
    }
  }
  expect(differences.slice(0, 5)).toEqual([]);
  expect(compared).toBeGreaterThan(100_000);
});

function* conditions(): Generator<unknown> {
  for (const value of wanted) {
    yield value;
    for (const operator of ['ne', 'gt', 'gte', 'lt', 'lte']) yield { [operator]: value };
    if (typeof value === 'string') yield* [{ text: value }, { contains: value }];
  }
  yield* [
    [],
    [5, 'open', null],
    ['a|b', '\\', '5'],
    { ne: ['5', null] },
    { ne: [] },
    { contains: ['é', '|'] },
    { gte: '1', lt: 6 },
    { gt: [1, 2] },
    {},
  ];
}

type Test = (record: Readonly<Record<string, Json>>) => boolean | 'refused';

/** An alternative of `or` must ask for something. */
function isEmpty(condition: unknown): boolean {
  return ['{}', '{"ne":[]}'].includes(JSON.stringify(condition));
}

function listed(field: string, condition: unknown, place: 'where' | 'or'): Test {
  try {
    const where = { [field]: condition as string };
    const asked = parseListQuery(queryString(place === 'or' ? { or: [where] } : { where }));
    const query = { ...asked, filters: asked.either?.[0] ?? asked.filters };
    const byPath = new Map(Object.entries(types).map(([path, declared]) => [path, { declared }]));
    const filters = readFilters({ byPath, places: [] } as unknown as Parameters<typeof readFilters>[0], query);
    const isMatch = matcherOf({ ...query, filters });
    const at = { id: 'x', shownId: 'x', createdAt: 0, updatedAt: 0, deletedAt: undefined };
    return (fields) => isMatch({ ...at, fields });
  } catch {
    return () => 'refused';
  }
}

function followed(field: string, condition: unknown): Test {
  const where = { [field]: condition };
  try {
    refuseUncheckable({ where });
    refuseByTypes({ where }, types);
  } catch {
    return () => 'refused';
  }
  return (record) => matches(record, where, types);
}
