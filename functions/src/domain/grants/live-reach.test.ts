import { Grants, liveReachOf } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { undecidedLive } from './undecided-live.ts';

const both = ['list', 'read'];
const own = { who: { owner: 'userId' }, verbs: both };
const keys = { who: { key: '*' }, verbs: both };
const aCondition = [{ field: 'a', value: 1 }];

test.each([
  ['anyone', [{ who: 'anyone', verbs: both }], { users: 'all', keys: true }],
  ['app users', [{ who: 'signedIn', verbs: both }], { users: 'all', keys: false }],
  [
    'app users, beside others',
    [
      { who: 'signedIn', verbs: both },
      { ...own, if: aCondition },
    ],
    { users: 'all', keys: false },
  ],
  ['each of their own', [own], { users: 'own', keys: false }],
  ['each of their own, and named keys', [own, keys], { users: 'own', keys: true }],
  ['each of what another field says', [{ ...own, who: { owner: 'author' } }], { users: 'none', keys: false }],
  ['each of their own, without hidden fields only', [{ ...own, fields: { hidden: ['a'] } }], { users: 'none', keys: false }],
  ['their own and some others', [own, { who: 'signedIn', verbs: ['list', 'read'], if: aCondition }], { users: 'none', keys: false }],
  ['their own and those of teams', [own, { who: { team: 'teamId' }, verbs: both }], { users: 'none', keys: false }],
  ['a role', [{ who: { role: 'editor' }, verbs: both }], { users: 'none', keys: false }],
  ['app users in lists alone', [{ who: 'signedIn', verbs: ['list'] }], { users: 'none', keys: false }],
  ['app users one by one', [{ who: 'signedIn', verbs: ['read'] }], { users: 'none', keys: false }],
  ['one named key', [{ who: { key: 'k1' }, verbs: both }], { users: 'none', keys: false }],
  ['named keys under a condition', [{ ...keys, if: aCondition }], { users: 'none', keys: false }],
  ['nobody, who may write', [{ who: 'signedIn', verbs: ['create', 'update', 'delete'] }], { users: 'none', keys: false }],
])('records are live for %s', (_, rules, reach) => {
  expect(liveReachOf(Grants.parse(rules), false)).toEqual(reach);
});

test('in a users storage one’s own record is live by its id', () => {
  expect(liveReachOf(Grants.parse([{ ...own, who: { owner: 'id' } }]), true).users).toBe('own');
  expect(liveReachOf(Grants.parse([own]), true).users).toBe('none');
});

test('an alternative without conditions holds for every record', () => {
  expect(liveReachOf([{ who: 'signedIn', verbs: ['list', 'read'], if: [[{ field: 'a', op: '=', value: 1 }], []] }], false).users).toBe(
    'all',
  );
});

test.each([
  ['teams', [{ who: { team: 'teamId' }, verbs: ['list'] }]],
  ['teams', [{ who: { team: 'teamId' }, verbs: ['read'] }]],
  ['teams, conditions', [{ who: 'signedIn', verbs: both, if: [{ field: 'a', value: ['x', '@user.teams'] }] }]],
  ['roles', [{ who: { role: 'editor' }, verbs: both }]],
  ['owners', [own]],
  ['conditions', [{ who: 'signedIn', verbs: both, if: aCondition }]],
  ['hidden fields', [{ who: 'signedIn', verbs: both, fields: { hidden: ['a'] } }]],
  ['no rule shows all records', [{ who: { team: 'teamId' }, verbs: ['update'], if: aCondition, fields: { hidden: ['a'] } }]],
])('what LiveSync cannot decide is named: %s', (named, rules) => {
  expect(undecidedLive(Grants.parse(rules)).join(', ')).toBe(named);
});
