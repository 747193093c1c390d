import { Grants, grantsOf, type ValueType } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { Timestamp } from '../../store/model/values.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { decidedLive } from './live-reach.ts';

const both = ['list', 'read'];
const own = { who: { owner: 'userId' }, verbs: both };
const keys = { who: { key: '*' }, verbs: both };
const aCondition = [{ field: 'a', value: 1 }];

const ofStorage = (storageKey: string, types: Readonly<Record<string, ValueType>> = {}) => {
  const fields = Object.entries(types).map(([name, declared], i) => [
    `f${i}`,
    { path: [name], types: [], declared, firstSeen: Timestamp.fromMillis(1) },
  ]);
  return { id: 's1', data: { storageKey, fields: Object.fromEntries(fields), profile: { grams: false } } } as unknown as StorageRow;
};
const reachOf = (rules: unknown, storage = ofStorage('posts')) => decidedLive(storage, Grants.parse(rules));

test.each([
  ['anyone', [{ who: 'anyone', verbs: both }], { users: 'all', keys: 'all' }],
  ['app users', [{ who: 'signedIn', verbs: both }], { users: 'all', keys: 'none' }],
  [
    'app users, beside others',
    [
      { who: 'signedIn', verbs: both },
      { ...own, if: aCondition },
    ],
    { users: 'all', keys: 'none' },
  ],
  ['each of their own', [own], { users: 'own', keys: 'none' }],
  ['each of their own, and named keys', [own, keys], { users: 'own', keys: 'all' }],
  ['each of what another field says', [{ ...own, who: { owner: 'author' } }], { users: 'rules', keys: 'none' }],
  ['each of their own, without hidden fields only', [{ ...own, fields: { hidden: ['a'] } }], { users: 'none', keys: 'none' }],
  ['their own and some others', [own, { who: 'signedIn', verbs: both, if: aCondition }], { users: 'rules', keys: 'none' }],
  ['their own and those of teams', [own, { who: { team: 'teamId' }, verbs: both }], { users: 'rules', keys: 'none' }],
  ['a role', [{ who: { role: 'editor' }, verbs: both }], { users: 'rules', keys: 'none' }],
  ['app users in lists alone', [{ who: 'signedIn', verbs: ['list'] }], { users: 'none', keys: 'none' }],
  ['app users one by one', [{ who: 'signedIn', verbs: ['read'] }], { users: 'none', keys: 'none' }],
  ['one named key', [{ who: { key: 'k1' }, verbs: both }], { users: 'none', keys: 'rules' }],
  ['named keys under a condition', [{ ...keys, if: aCondition }], { users: 'none', keys: 'rules' }],
  ['named keys under a condition, beside a rule for all of them', [{ ...keys, if: aCondition }, keys], { users: 'none', keys: 'all' }],
  ['anyone under a condition', [{ who: 'anyone', verbs: both, if: aCondition }], { users: 'rules', keys: 'rules' }],
  ['named keys in lists alone', [{ ...keys, verbs: ['list'] }], { users: 'none', keys: 'none' }],
  ['named keys, without hidden fields', [{ ...keys, fields: { hidden: ['a'] } }], { users: 'none', keys: 'none' }],
  ['nobody, who may write', [{ who: 'signedIn', verbs: ['create', 'update', 'delete'] }], { users: 'none', keys: 'none' }],
])('records are live for %s', (_, rules, reach) => {
  expect(reachOf(rules)).toMatchObject(reach);
});

test('in a users storage one’s own record is live by its id', () => {
  expect(reachOf([{ ...own, who: { owner: 'id' } }], ofStorage('users')).users).toBe('own');
  expect(reachOf([own], ofStorage('users')).users).toBe('rules');
});

test('none, own and all are what LiveSync has always decided', () => {
  for (const read of ['none', 'own', 'all'] as const)
    for (const storageKey of ['posts', 'users'])
      expect(reachOf(grantsOf({ read, write: read }, storageKey === 'users'), ofStorage(storageKey))).toMatchObject({
        users: read,
        keys: 'all',
      });
});

test('an alternative without conditions holds for every record', () => {
  const rules = [
    { who: 'signedIn', verbs: ['list', 'read'] as ('list' | 'read')[], if: [[{ field: 'a', op: '=' as const, value: 1 }], []] },
  ];
  expect(decidedLive(ofStorage('posts'), rules as never).users).toBe('all');
});

test.each([
  ['lists without reads, or reads without lists', [own, { who: 'signedIn', verbs: ['list'], if: aCondition }]],
  ['hidden fields', [{ who: 'signedIn', verbs: both, fields: { hidden: ['a'] } }]],
  ['conditions other than =', [{ ...own, if: [{ field: 'a', op: '!=', value: 1 }] }]],
  ['@now', [{ ...own, if: [{ field: 'a', value: '@now' }] }]],
  ['several values of the user in one condition', [{ ...own, if: [{ field: 'a', value: ['x', '@user.b'] }] }]],
  ['several values of the user in one condition', [{ ...own, if: [{ field: 'a', value: ['@user.b', '@user.c'] }] }]],
  ['times', [{ ...own, if: [{ field: 'updatedAt', value: '2026-01-01' }] }]],
  ['times', [{ ...own, if: [{ field: 'day', value: '@user.day' }] }]],
  ['times', [{ ...own, if: [{ field: 'days', value: '@user.day' }] }]],
  ['times', [{ ...own, if: [{ field: 'createdAt', value: '@user.day' }] }]],
  ['more than 10 sets of conditions', Array.from({ length: 11 }, (_, value) => ({ ...own, if: [{ field: 'a', value }] }))],
  ['no rule shows app users records', [{ who: { team: 'teamId' }, verbs: ['update'], if: aCondition, fields: { hidden: ['a'] } }]],
])('what LiveSync cannot decide is named: %s', (named, rules) => {
  const storage = ofStorage('posts', { day: { type: 'date' }, days: { type: 'list', of: 'date' } });
  expect(reachOf(rules, storage)).toMatchObject({ users: 'none', recipes: [], undecided: { users: [named] } });
});

test('what the record alone decides is kept apart from what is asked of the user', () => {
  const rules = [
    {
      ...own,
      who: { team: 'teamId', roles: ['editor'] },
      if: [
        { field: 'state', value: ['live', 'old'] },
        { field: 'area', value: '@user.area' },
      ],
    },
    { who: { role: 'boss' }, verbs: both, if: [[{ field: 'day', value: '2026-01-01' }], [{ field: 'id', value: '@user.pinned' }]] },
    { who: 'signedIn', verbs: both, if: [{ field: 'teamId', value: '@user.teams' }] },
    { who: 'signedIn', verbs: both, if: [{ field: 'teamId', value: '@user.teams' }] },
  ];
  expect(reachOf(rules, ofStorage('posts', { day: { type: 'date' } })).recipes).toEqual([
    {
      tests: [{ field: 'state', value: ['live', 'old'] }],
      asks: [
        { field: 'teamId', of: { by: 'team', roles: ['editor'] } },
        { field: 'area', of: { by: 'field', field: 'area' } },
      ],
    },
    { tests: [{ field: 'day', value: '2026-01-01' }], asks: [], roles: ['boss'] },
    { tests: [], asks: [{ field: 'id', of: { by: 'field', field: 'pinned' } }], roles: ['boss'] },
    { tests: [], asks: [{ field: 'teamId', of: { by: 'team' } }] },
  ]);
});

test.each([
  [
    'lists without reads, or reads without lists',
    [
      { ...keys, if: aCondition },
      { ...keys, verbs: ['read'], if: aCondition },
    ],
  ],
  ['hidden fields', [{ ...keys, if: aCondition, fields: { hidden: ['b'] } }]],
  ['conditions other than =', [{ ...keys, if: [{ field: 'a', op: '>', value: 1 }] }]],
  ['@now', [{ who: 'anyone', verbs: both, if: [{ field: 'a', value: '@now' }] }]],
  ['times', [{ ...keys, if: [{ field: 'updatedAt', value: '2026-01-01' }] }]],
  ['more than 10 sets of conditions', Array.from({ length: 11 }, (_, value) => ({ ...keys, if: [{ field: 'a', value }] }))],
  ['no rule shows named keys records', [{ who: 'anyone', verbs: both, if: [{ field: 'a', value: '@user.b' }] }]],
  ['no rule shows named keys records', [{ who: 'signedIn', verbs: both, if: aCondition }]],
])('what LiveSync cannot decide for named keys is named: %s', (named, rules) => {
  const { keys: reach, recipes, undecided } = reachOf(rules);
  expect([reach, recipes.filter(({ key }) => key !== undefined), undecided.keys]).toEqual(['none', [], [named]]);
});

test('of a rule for anyone, the part that asks for something of a user is not for keys', () => {
  const asking = { field: 'b', value: ['@user.b'] };
  const rules = [
    { who: 'anyone', verbs: both, if: [[...aCondition], [asking]] },
    { who: { key: 'k1' }, verbs: both },
  ];
  expect(reachOf(rules).recipes).toEqual([
    { tests: [{ field: 'a', value: 1 }], asks: [] },
    { tests: [], asks: [{ field: 'b', of: { by: 'field', field: 'b' } }] },
    { tests: [{ field: 'a', value: 1 }], asks: [], key: '*' },
    { tests: [], asks: [], key: 'k1' },
  ]);
});
