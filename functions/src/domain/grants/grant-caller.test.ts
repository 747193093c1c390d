import { encodeFields, type GrantWho, type StorageDocument } from '@bedplate/contract';
import { expect, test } from 'vitest';
import type { Timestamp } from '../../store/model/values.ts';
import { askingUser, type GrantCaller, isBound, isConcerned, isMeant, teamsIn } from './grant-caller.ts';

const user = (fields: object, teams: Record<string, string> = {}): GrantCaller => ({
  caller: { keyId: 'user:ann', userId: 'ann' },
  user: { id: 'ann', ...fields },
  teams,
  now: 0,
});
const key: GrantCaller = { caller: { keyId: 'k1' }, user: undefined, now: 0 };

test.each<[string, GrantCaller, GrantWho, boolean]>([
  ['anyone is a user', user({}), 'anyone', true],
  ['anyone is a key', key, 'anyone', true],
  ['a user is signed in', user({}), 'signedIn', true],
  ['a key is not', key, 'signedIn', false],
  ['each key', key, { key: '*' }, true],
  ['this key', key, { key: 'k1' }, true],
  ['another key', key, { key: 'k2' }, false],
  ['a user is no key', user({}), { key: '*' }, false],
  ['a user may be an owner', user({}), { owner: 'userId' }, true],
  ['a key is none', key, { owner: 'userId' }, false],
  ['a key has no role', key, { role: 'editor' }, false],
  ['a key is in no team', key, { team: 'teamId' }, false],
  ['a user with the role', user({ role: 'editor' }), { role: 'editor' }, true],
  ['a user with one of the roles', user({ role: ['lead', 'editor'] }), { role: ['boss', 'editor'] }, true],
  ['a user with another role', user({ role: 'lead' }), { role: ['boss', 'editor'] }, false],
  ['a user without a role', user({}), { role: 'editor' }, false],
  ['a member', user({}, { t1: 'member' }), { team: 'teamId' }, true],
  ['a member of no team', user({}), { team: 'teamId' }, false],
  ['a member with the role there', user({}, { t1: 'lead' }), { team: 'teamId', roles: ['lead'] }, true],
  ['a member with another role there', user({}, { t1: 'member' }), { team: 'teamId', roles: ['lead'] }, false],
])('%s: whom a rule is about', (_, caller, who, isAbout) => {
  expect(isMeant(caller, who)).toBe(isAbout);
});

test('a rule about teams concerns users who are in none yet, and no key; one about a role concerns those with it', () => {
  const rules: GrantWho[] = [{ team: 'teamId' }, { role: 'editor' }, 'signedIn', { key: '*' }];
  expect(rules.map((who) => isConcerned(user({}), who))).toEqual([true, false, true, false]);
  expect(rules.map((who) => isConcerned(key, who))).toEqual([false, false, false, true]);
});

test('a rule about a role in teams means the teams with that role', () => {
  const teams = { t1: 'lead', t2: 'member', t3: 'lead' };
  expect([teamsIn({ teams }, { roles: ['lead'] }), teamsIn({ teams }, {}), teamsIn({}, {})]).toEqual([
    ['t1', 't3'],
    ['t1', 't2', 't3'],
    [],
  ]);
});

test('rules ask a user for the fields that users cannot set, and for the teams where there are teams', () => {
  const data = encodeFields({ role: 'editor', nickname: 'Ann', id: 'bob', teams: ['mine'] });
  const asked = (part: Partial<StorageDocument<Timestamp>>) =>
    askingUser(
      { id: 'u', data: { storageKey: 'users', ...part } } as Parameters<typeof askingUser>[0], // what is asked of a users storage
      { data, teams: { t1: 'lead' } },
      'ann',
    );
  expect(asked({})).toEqual({ user: { role: 'editor', id: 'ann' } });
  expect(asked({ endUserAccess: { read: 'own', write: 'own', readOnly: ['nickname'] } })).toEqual({ user: { nickname: 'Ann', id: 'ann' } });
  expect(asked({ signIn: { teams: true } as StorageDocument<Timestamp>['signIn'] })).toEqual({
    user: { role: 'editor', id: 'ann', teams: ['t1'] },
    teams: { t1: 'lead' },
  });
});

test('rules bind users and named keys, and not the pair of the account', () => {
  const caller = { keyId: 'k', tenantId: 't1', projectId: 'p1' } as Parameters<typeof isBound>[0];
  const scope = {} as NonNullable<typeof caller.scope>;
  expect([isBound(caller), isBound({ ...caller, userId: 'ann' }), isBound({ ...caller, scope })]).toEqual([false, true, true]);
});
