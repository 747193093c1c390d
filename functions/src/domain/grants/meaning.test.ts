import { Grants, grantsOf, type JudgedRecord, mayRead, mayWrite } from '@bedplate/contract';
import { expect, test } from 'vitest';

const ann = { userId: 'ann', fields: { role: 'editor', team: 't1' } };
const bob = { userId: 'bob', fields: {} };
const key = { keyId: 'k1' };
const now = Date.parse('2026-05-01T12:00:00Z');

function judging(input: unknown, caller: typeof ann | typeof bob | typeof key) {
  return { grants: Grants.parse(input), caller: caller as typeof ann, now, typeOf: () => undefined };
}

function reads(input: unknown, caller: typeof ann | typeof bob | typeof key, record: JudgedRecord) {
  const hidden = mayRead(judging(input, caller), record);
  return hidden && [...hidden];
}

test('what no rule lets be seen is out of reach', () => {
  const record = { id: 'r', userId: 'ann', published: false };
  expect(reads([], ann, record)).toBeNull();
  expect(reads([{ who: 'anyone', verbs: ['read'], if: [{ field: 'published', value: true }] }], ann, record)).toBeNull();
  expect(reads([{ who: 'anyone', verbs: ['list'] }], ann, record)).toBeNull();
  expect(reads([{ who: { owner: 'userId' }, verbs: ['read'] }], ann, record)).toEqual([]);
  expect(reads([{ who: { owner: 'userId' }, verbs: ['read'] }], bob, record)).toBeNull();
  expect(reads([{ who: 'signedIn', verbs: ['read'] }], key, record)).toBeNull();
  expect(reads([{ who: { key: 'k2' }, verbs: ['read'] }], key, record)).toBeNull();
  expect(reads([{ who: { key: '*' }, verbs: ['read'] }], key, record)).toEqual([]);
  expect(reads([{ who: { role: ['editor', 'boss'] }, verbs: ['read'] }], ann, record)).toEqual([]);
  expect(reads([{ who: { role: 'editor' }, verbs: ['read'] }], bob, record)).toBeNull();
});

test('a value that the user does not have makes no condition true, not even !=', () => {
  const rule = (op: string) => [{ who: 'signedIn', verbs: ['read'], if: [{ field: 'team', op, value: '@user.team' }] }];
  expect(reads(rule('='), ann, { id: 'r', team: 't1' })).toEqual([]);
  expect(reads(rule('!='), ann, { id: 'r', team: 't2' })).toEqual([]);
  expect(reads(rule('='), bob, { id: 'r' })).toBeNull();
  expect(reads(rule('!='), bob, { id: 'r', team: 't2' })).toBeNull();
  expect(reads(rule('='), { ...bob, fields: { team: '' } }, { id: 'r', team: '' })).toBeNull();
});

test('a list of teams is any of them, and @now is the moment of the call', () => {
  const member = { userId: 'cy', fields: { teams: ['t1', 't2'] } };
  const ofTeams = [{ who: 'signedIn', verbs: ['read'], if: [{ field: 'team', value: '@user.teams' }] }];
  expect([reads(ofTeams, member as never, { id: 'r', team: 't2' }), reads(ofTeams, member as never, { id: 'r', team: 't3' })]).toEqual([
    [],
    null,
  ]);
  const late = [{ who: 'anyone', verbs: ['read'], if: [{ field: 'createdAt', op: '>=', value: '@now-7d' }] }];
  expect(reads(late, ann, { id: 'r', createdAt: '2026-04-25T00:00:00.000Z' })).toEqual([]);
  expect(reads(late, ann, { id: 'r', createdAt: '2026-04-24T00:00:00.000Z' })).toBeNull();
});

test('a field is hidden where each rule that holds for the record hides it', () => {
  const rules = [
    { who: 'anyone', verbs: ['read'], fields: { hidden: ['notes', 'price'] } },
    { who: { owner: 'userId' }, verbs: ['read'], fields: { hidden: ['price'] } },
  ];
  expect(reads(rules, ann, { id: 'r', userId: 'ann' })).toEqual(['price']);
  expect(reads(rules, ann, { id: 'r', userId: 'bob' })).toEqual(['notes', 'price']);
});

test('one rule carries a whole write: the record before it, after it, and the fields', () => {
  const rules = [
    { who: { owner: 'userId' }, verbs: ['create', 'update'], after: [{ field: 'state', value: 'draft' }] },
    {
      who: { role: 'editor' },
      verbs: ['update'],
      if: [{ field: 'state', value: 'draft' }],
      after: [],
      fields: { readOnly: ['userId'], writeOnce: ['slug'], server: { by: '@user.id' } },
    },
  ];
  const may = (caller: typeof ann | typeof bob, before: Record<string, unknown> | null, after: Record<string, unknown>) =>
    mayWrite(judging(rules, caller), before ? 'update' : 'create', {
      before: before && ({ id: 'r', ...before } as JudgedRecord),
      after: { id: 'r', ...after } as JudgedRecord,
    });
  expect(may(bob, null, { userId: 'bob', state: 'draft' })).toBe(true);
  expect(may(bob, null, { userId: 'bob', state: 'live' })).toBe(false);
  expect(may(bob, null, { userId: 'ann', state: 'draft' })).toBe(false);
  expect(may(bob, { userId: 'bob', state: 'draft' }, { userId: 'ann', state: 'draft' })).toBe(false);
  const stored = { userId: 'bob', state: 'draft' };
  expect(may(ann, stored, { ...stored, state: 'live', by: 'ann' })).toBe(true);
  expect(may(ann, stored, { ...stored, state: 'live', by: 'bob' })).toBe(false);
  expect(may(ann, stored, { ...stored, userId: 'ann', state: 'live', by: 'ann' })).toBe(false);
  expect(may(ann, stored, { ...stored, slug: 'a', by: 'ann' })).toBe(true);
  expect(may(ann, { ...stored, slug: 'a' }, { ...stored, slug: 'b', by: 'ann' })).toBe(false);
});

test('none, own and all are rules', () => {
  expect(grantsOf({ read: 'all', write: 'own' }, false)).toEqual([
    { who: { key: '*' }, verbs: ['list', 'read', 'create', 'update', 'delete'] },
    { who: 'signedIn', verbs: ['list', 'read'] },
    { who: { owner: 'userId' }, verbs: ['create', 'update', 'delete'] },
  ]);
});
