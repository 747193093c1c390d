import { AccessTryAs, Grants, type TriedAs } from '@bedplate/contract';
import { afterAll, expect, test } from 'vitest';
import { admin } from '../../../test/callers.ts';
import { namedKey } from '../../../test/named-key.ts';
import { rulesWorld } from '../../../test/rules-world.ts';
import { tryAccess, tryAccessAs } from '../../domain/grants/save-access.ts';

const { api, ann, bob, save } = await rulesWorld();
afterAll(() => api.stop());

test('LiveSync is refused by name where it cannot decide the rules', async () => {
  const token = await api.call('/api/livesync/token', { bearer: ann.bearer, body: { storageKeys: ['notes'] } });
  expect([token.status, token.body.message]).toEqual([
    403,
    expect.stringMatching(/LiveSync cannot decide the rules of "notes" \(hidden fields\)/),
  ]);
  const kept = await api.storage('kept');
  await expect(
    save(kept, [{ who: 'signedIn', verbs: ['list', 'read'], if: [{ field: 'createdAt', op: '>', value: '@now-7d' }] }], { live: true }),
  ).rejects.toMatchObject({
    code: 'invalid-argument',
    message: expect.stringContaining('LiveSync cannot decide these rules'),
  });
});

test('whom a change of rules takes what is told before it is saved', async () => {
  const diary = await api.storage('diary', { endUserAccess: { read: 'own', write: 'own' } });
  await api.call(diary.path, {
    body: [{ text: 'a', userId: ann.id }, { text: 'b', userId: ann.id }, { text: 'c', userId: bob.id }, { text: 'd' }],
  });
  const trial = (grants: unknown) =>
    tryAccess(api.services, admin, { path: { projectId: 'p1', storageId: diary.id }, trial: { grants: Grants.parse(grants) } });
  const own = { who: { owner: 'userId' }, verbs: ['list', 'read'] };
  const keys = { who: { key: '*' }, verbs: ['list', 'read'] };
  const none = { users: 0, keys: 0, records: 0 };
  expect(await trial([keys, own])).toMatchObject({ users: 2, records: 4, isWhole: true, lost: none, won: none, live: { users: 'own' } });
  expect(await trial([keys])).toMatchObject({ lost: { users: 2, records: 3 }, won: none, live: { users: 'none' } });
  expect(await trial([keys, { ...own, fields: { hidden: ['text'] } }])).toMatchObject({ lost: { users: 2, records: 3 }, won: none });
  expect(await trial([keys, { who: 'signedIn', verbs: ['read'] }])).toMatchObject({ lost: none, won: { users: 2, records: 4 } });
  await expect(trial([{ who: 'anyone', verbs: ['read'], fields: { hidden: ['nosuch'] } }])).rejects.toMatchObject({
    code: 'invalid-argument',
  });
  // From then on it is told beside the rules that were saved last.
  await save(diary, [keys, { ...own, fields: { hidden: ['text'] } }]);
  expect(await trial([keys])).toMatchObject({ lost: { users: 2, records: 3 }, won: none });
});

test('rules are tried as a user or a key, before they are saved; nothing changes, and it is logged', async () => {
  const draft = await api.storage('drafts');
  const add = async (fields: object) => (await api.call(draft.path, { body: fields })).body.data.id as string;
  const [own, foreign] = [await add({ text: 'a', note: 'n', userId: ann.id }), await add({ text: 'b', userId: bob.id })];
  const grants = [{ who: { owner: 'userId' }, verbs: ['list', 'read', 'update'], fields: { hidden: ['note'] } }];
  const trial = (as: object, record?: string, rules: unknown = grants) =>
    tryAccessAs(api.services, admin, {
      path: { projectId: 'p1', storageId: draft.id },
      trial: AccessTryAs.parse({ as, grants: rules, ...(record && { record }) }),
    });
  const outcomes = ({ decisions }: TriedAs) => decisions.map(({ verb, verdicts }) => [verb, verdicts[0]?.outcome]);
  const asAnn = await trial({ user: ann.id }, own);
  expect(asAnn).toMatchObject({ looked: 2, listed: 1, shown: [{ id: own, text: 'a' }], record: { id: own, text: 'a' } });
  expect(JSON.stringify(asAnn)).not.toContain('"note"');
  expect(outcomes(asAnn)).toEqual([
    ['list', 'held'],
    ['read', 'held'],
    ['create', 'verb'],
    ['update', 'held'],
    ['delete', 'verb'],
  ]);
  const elsewhere = await trial({ user: ann.id }, foreign);
  expect([elsewhere.record, outcomes(elsewhere)[1]]).toEqual([null, ['read', 'owner']]);
  // Lists and creates look at no record, so the one that is tried decides about neither.
  const textIs = { who: 'signedIn', verbs: ['list', 'read', 'create', 'update'], if: [{ field: 'text', value: 'a' }] };
  expect(outcomes(await trial({ user: ann.id }, foreign, [textIs])).slice(0, 4)).toEqual([
    ['list', 'held'],
    ['read', 'condition'],
    ['create', 'held'],
    ['update', 'condition'],
  ]);
  expect(await trial({ key: '*' })).toMatchObject({ listed: 0, shown: [] });
  expect(await trial({ key: '*' }, undefined, [{ who: { key: '*' }, verbs: ['list'] }])).toMatchObject({ listed: 2 });
  const writer = await namedKey(api, { verbs: ['update'] });
  const asWriter = await trial({ key: writer.id }, own, [{ who: { key: '*' }, verbs: ['list', 'read', 'create', 'update'] }]);
  expect(asWriter).toMatchObject({ listed: 0, record: null });
  expect(outcomes(asWriter)).toEqual([
    ['list', 'key'],
    ['read', 'key'],
    ['create', 'key'],
    ['update', 'held'],
    ['delete', 'verb'],
  ]);
  const elsewhereOnly = await namedKey(api, { verbs: ['read'], storages: ['another'] });
  expect(outcomes(await trial({ key: elsewhereOnly.id }, own, [{ who: { key: '*' }, verbs: ['list'] }]))[0]).toEqual(['list', 'key']);
  // Of alternatives one is enough; without one, that which came farthest is told.
  const either = (...sets: object[][]) => [{ who: 'signedIn', verbs: ['read'], if: sets }];
  const is = (field: string, value: string) => ({ field, value });
  const readAs = async (rules: unknown) => (await trial({ user: ann.id }, own, rules)).decisions[1]?.verdicts[0];
  expect(await readAs(either([is('text', 'x')], [is('text', 'a')]))).toEqual({ outcome: 'held' });
  const far = either([is('text', 'x')], [is('text', 'a'), is('note', 'x')]);
  expect(await readAs(far)).toEqual({ outcome: 'condition', at: [1, 1] });
  expect(await readAs([{ who: { key: '*' }, verbs: ['read'] }])).toEqual({ outcome: 'who' });
  expect(await readAs(either([is('text', 'a'), is('text', '@user.credits')]))).toEqual({ outcome: 'missing', at: [0, 1] });
  await expect(readAs([{ who: 'signedIn', verbs: ['read'], if: [is('nothing', 'x')] }])).rejects.toMatchObject({
    code: 'invalid-argument',
    details: [{ field: expect.stringContaining('[0].if') }],
  });
  await expect(trial({ user: 'nobody' })).rejects.toMatchObject({ code: 'invalid-argument' });
  const ofAnother = await namedKey(api, { projectId: 'p2' });
  for (const key of ['gone', ofAnother.id])
    await expect(trial({ key })).rejects.toMatchObject({ code: 'invalid-argument', details: [{ field: 'as.key', key: 'grantKey' }] });
  const { rows } = await api.services.store.activity.query({ where: [['kind', '==', 'accessTried']] });
  expect(rows.map(({ data }) => data.values)).toContainEqual(expect.objectContaining({ name: 'My drafts', as: ann.id }));
  expect(new Set(rows.map(({ data }) => data.activity))).toEqual(new Set(['Try Access Rules']));
});
