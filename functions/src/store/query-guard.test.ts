import { collectionPath } from './model/collection.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assertServable } from './query-guard.ts';
import type { QuerySpec } from './model/query-spec.ts';

const config = JSON.parse(readFileSync(new URL('../../../firestore.indexes.json', import.meta.url), 'utf8'));
const records = collectionPath('storages/s/records');

test.each<[string, QuerySpec]>([
  ['key order', { from: records, orderBy: [['__name__', 'asc']] }],
  ['a key range', { from: records, where: [['__name__', '>=', 'a']], orderBy: [['__name__', 'asc']] }],
  [
    'equalities with a key range',
    {
      from: records,
      where: [
        ['idx.f0', '==', 1],
        ['gabcd', '==', true],
        ['__name__', '<', 'b'],
      ],
    },
  ],
  [
    'a disjunction of equalities',
    {
      from: records,
      where: [
        {
          or: [
            ['idx.f0', '==', null],
            ['known', 'in', [0, 2]],
          ],
        },
      ],
    },
  ],
  [
    'one range in its own order',
    {
      from: records,
      where: [['idx.f0', '>=', 1]],
      orderBy: [
        ['idx.f0', 'desc'],
        ['__name__', 'desc'],
      ],
    },
  ],
  [
    'the index of a time',
    {
      from: records,
      orderBy: [
        ['updatedAt', 'desc'],
        ['__name__', 'desc'],
      ],
    },
  ],
  ['trash by kind', { from: collectionPath('storages/s/deleted'), where: [['kind', '==', 'trash']], orderBy: [['__name__', 'asc']] }],
  [
    'a composite that exists',
    {
      from: collectionPath('storages'),
      where: [
        ['projectId', '==', 'p'],
        ['archived', '==', false],
      ],
      orderBy: [['createdAt', 'asc']],
    },
  ],
])('%s is served', (_, spec) => {
  expect(() => assertServable(spec, config)).not.toThrow();
});

test.each<[string, QuerySpec, RegExp]>([
  [
    'two equalities in descending key order',
    {
      from: records,
      where: [
        ['idx.f0', '==', 1],
        ['gabcd', '==', true],
      ],
      orderBy: [['__name__', 'desc']],
    },
    /descending key/,
  ],
  ['descending keys', { from: records, orderBy: [['__name__', 'desc']] }, /descending key/],
  ['an equality with another order', { from: records, where: [['idx.f0', '==', 1]], orderBy: [['idx.f1', 'asc']] }, /composite/],
  [
    'two ranges',
    {
      from: records,
      where: [
        ['idx.f0', '>', 1],
        ['idx.f1', '>', 1],
      ],
    },
    /composite/,
  ],
  [
    'a range with a key range',
    {
      from: records,
      where: [
        ['idx.f0', '>', 1],
        ['__name__', '>', 'a'],
      ],
    },
    /composite/,
  ],
  ['the callers’ own fields, which are not indexed', { from: records, where: [['data.status', '==', 'open']] }, /data.status has no/],
  ['a descending order without its index', { from: records, orderBy: [['createdAt', 'desc']] }, /createdAt has no DESCENDING/],
  ['passwords', { from: collectionPath('storages/s/private'), where: [['password', '==', 'x']] }, /has no/],
  ['a collection group without its index', { from: collectionPath('records'), group: true, where: [['idx.f0', '==', 1]] }, /has no/],
  ['31 disjunctions', { from: records, where: [['idx.f0', 'in', Array.from({ length: 31 }, (_, i) => i)]] }, /31 disjunctions/],
  [
    '105 filters',
    {
      from: records,
      where: [['idx.f0', 'in', Array.from({ length: 21 }, (_, i) => i)], ...['a', 'b', 'c', 'd'].map((name) => [name, '==', 1] as const)],
    },
    /105 filters/,
  ],
  [
    'a collection group without any index',
    { from: collectionPath('nowhere'), group: true, where: [['a', '==', 1]] },
    /over the collection group/,
  ],
])('%s would be refused', (_, spec, reason) => {
  expect(() => assertServable(spec, config)).toThrow(reason);
});
