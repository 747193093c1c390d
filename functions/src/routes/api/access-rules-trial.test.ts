import { AccessTryAs, Grants, StorageSchema, type TriedAs } from '@bedplate/contract';
import { afterAll, expect, test } from 'vitest';
import { admin } from '../../../test/callers.ts';
import { namedKey } from '../../../test/named-key.ts';
import { rulesWorld } from '../../../test/rules-world.ts';
import { tryAccess, tryAccessAs } from '../../domain/grants/save-access.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';

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
  for (const key of ['gone', ofAnother.id, 'a/b', '__x__'])
    await expect(trial({ key })).rejects.toMatchObject({ code: 'invalid-argument', details: [{ field: 'as.key', key: 'grantKey' }] });
  const { rows } = await api.services.store.activity.query({ where: [['kind', '==', 'accessTried']] });
  expect(rows.map(({ data }) => data.values)).toContainEqual(expect.objectContaining({ name: 'My drafts', as: ann.id }));
  expect(new Set(rows.map(({ data }) => data.activity))).toEqual(new Set(['Try Access Rules']));
});

test('a visitor meets the rules for anyone, and none for keys or users; the log names a visitor', async () => {
  const place = await api.storage('walls');
  await api.call(place.path, {
    body: [
      { text: 'a', open: true },
      { text: 'b', open: false },
    ],
  });
  const rules = [
    { who: 'anyone', verbs: ['list', 'read'], if: [{ field: 'open', value: true }] },
    { who: 'signedIn', verbs: ['list', 'read', 'create'] },
    { who: { key: '*' }, verbs: ['list', 'read', 'create'] },
    { who: { owner: 'userId' }, verbs: ['list', 'delete'] },
  ];
  const tried = await tryAccessAs(api.services, admin, {
    path: { projectId: 'p1', storageId: place.id },
    trial: AccessTryAs.parse({ as: { visitor: true }, grants: rules, values: { text: 'c' } }),
  });
  expect(tried).toMatchObject({ looked: 2, listed: 1, fields: ['open', 'text'] });
  expect(tried.decisions.map(({ verb, verdicts }) => [verb, ...verdicts.map(({ outcome }) => outcome)])).toEqual([
    ['list', 'held', 'who', 'who', 'who'],
    ['read', 'held', 'who', 'who', 'verb'],
    ['create', 'verb', 'who', 'who', 'verb'],
    ['update', 'verb', 'verb', 'verb', 'verb'],
    ['delete', 'verb', 'verb', 'verb', 'who'],
  ]);
  expect(tried.decisions.map(({ passes }) => passes)).toEqual([undefined, undefined, false, undefined, undefined]);
  const { rows } = await api.services.store.activity.query({ where: [['kind', '==', 'accessTriedAsVisitor']] });
  expect(rows.map(({ data }) => data.description)).toEqual([
    'Owner looked at the storage My walls as a visitor sees it, who is not signed in.',
  ]);
});

test('a save is tried as somebody: what would pass, by which rule, and what is in the way; nothing is stored', async () => {
  const place = await api.storage('posts');
  const { id } = (await api.call(place.path, { body: { state: 'draft', title: 'a', slug: 's', by: 'x', userId: ann.id } })).body.data;
  const before = (await api.call(place.path)).body;
  const rules = [
    { who: { role: 'editor' }, verbs: ['create', 'update'] },
    {
      who: { owner: 'userId' },
      verbs: ['list', 'read', 'create', 'update', 'delete'],
      after: [
        { field: 'title', op: '!=', value: null },
        { field: 'state', value: 'draft' },
      ],
      fields: { readOnly: ['slug'], server: { by: '@user.id' } },
    },
  ];
  const trial = async (values: object | undefined, { record, as = { user: ann.id } }: { record?: string; as?: object } = {}) => {
    const { decisions } = await tryAccessAs(api.services, admin, {
      path: { projectId: 'p1', storageId: place.id },
      trial: AccessTryAs.parse({ as, grants: rules, ...(record && { record }), ...(values && { values }) }),
    });
    const [, , create, update, remove] = decisions;
    return { create, update, remove };
  };
  const made = await trial({ title: 'b', state: 'draft' });
  expect(made.create).toMatchObject({
    passes: true,
    verdicts: [{ outcome: 'who' }, { outcome: 'held' }],
    left: { title: 'b', state: 'draft', by: ann.id, userId: ann.id },
  });
  expect([made.update?.passes, made.remove?.passes]).toEqual([undefined, undefined]);
  // The second condition on what is stored.
  const wrong = await trial({ state: 'done' }, { record: id });
  expect(wrong.update).toMatchObject({ passes: false, verdicts: [{ outcome: 'who' }, { outcome: 'stored', at: [0, 1] }] });
  expect(wrong.update).not.toHaveProperty('refusal');
  expect(wrong.create).toMatchObject({ passes: false, verdicts: [{ outcome: 'who' }, { outcome: 'stored', at: [0, 0] }] });
  expect(wrong.remove).toMatchObject({ passes: true, verdicts: [{ outcome: 'verb' }, { outcome: 'held' }] });
  expect((await trial({ slug: 'other' }, { record: id })).update).toMatchObject({
    passes: false,
    verdicts: [{ outcome: 'who' }, { outcome: 'field', field: 'slug' }],
  });
  expect((await trial({ title: 'c' }, { record: id })).update).toMatchObject({ passes: true, left: { title: 'c', slug: 's', by: ann.id } });
  const foreign = await trial({ title: 'c' }, { record: id, as: { user: bob.id } });
  for (const one of [foreign.update, foreign.remove]) expect(one).toMatchObject({ passes: false, verdicts: [{}, { outcome: 'owner' }] });
  // A refusal of the call itself is no matter of the rules.
  expect((await trial({ 'a.b': 1, title: 'c' })).create).toMatchObject({ passes: false, refusal: [{ key: 'fieldNameDot' }] });
  const closed = (await trial({ title: 'c', state: 'draft', role: 'x' })).create;
  expect(closed).toMatchObject({ passes: false, refusal: [{ field: 'role', message: 'App users may not set the field role.' }] });
  const reader = await namedKey(api, { verbs: ['read'] });
  const byKey = await tryAccessAs(api.services, admin, {
    path: { projectId: 'p1', storageId: place.id },
    trial: AccessTryAs.parse({ as: { key: reader.id }, grants: [{ who: 'anyone', verbs: ['create'] }], values: { title: 'c' } }),
  });
  expect(byKey.decisions[2]).toMatchObject({ passes: false, verdicts: [{ outcome: 'key' }] });
  expect((await api.call(place.path)).body).toEqual(before);
});

test('a trial uses up no number of a counter', async () => {
  const place = await api.storage('bills');
  const path = { projectId: 'p1', storageId: place.id };
  const schema = StorageSchema.parse({ fields: { no: { type: 'integer', computed: 'counter' }, title: { type: 'text' } } });
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'enforce' } });
  const trial = AccessTryAs.parse({ as: { user: ann.id }, grants: [{ who: 'signedIn', verbs: ['create'] }], values: { title: 'a' } });
  const { decisions } = await tryAccessAs(api.services, admin, { path, trial });
  expect(decisions[2]).toMatchObject({ passes: true, left: { title: 'a' } });
  const wrong = await tryAccessAs(api.services, admin, { path, trial: { ...trial, values: { title: 5, no: 7 } } });
  expect(wrong.decisions[2]).toMatchObject({ passes: false, refusal: [{ field: 'no' }, { field: 'title' }] });
  expect((await api.call(place.path, { body: { title: 'b' } })).body.data).toMatchObject({ no: '1' });
});

test('rules that differ from the saved ones are tried beside them', async () => {
  const place = await api.storage('boards');
  await api.call(place.path, {
    body: [
      { text: 'a', note: 'n', userId: ann.id },
      { text: 'b', note: 'n', userId: bob.id },
    ],
  });
  const own = { who: { owner: 'userId' }, verbs: ['list', 'read', 'create'] };
  await save(place, [own]);
  const trial = (grants: unknown) =>
    tryAccessAs(api.services, admin, {
      path: { projectId: 'p1', storageId: place.id },
      trial: AccessTryAs.parse({ as: { user: ann.id }, grants, values: { text: 'c' } }),
    });
  expect(await trial([own])).toMatchObject({ listed: 1, saved: null });
  const tried = await trial([{ who: 'signedIn', verbs: ['list', 'read'], fields: { hidden: ['note'] } }]);
  expect(tried).toMatchObject({
    looked: 2,
    listed: 2,
    fields: ['text', 'userId'],
    saved: { listed: 1, fields: ['note', 'text', 'userId'] },
  });
  const passing = ({ decisions }: Pick<TriedAs, 'decisions'>) => decisions.find(({ verb }) => verb === 'create')?.passes;
  expect([passing(tried), tried.saved && passing(tried.saved)]).toEqual([false, true]);
});
