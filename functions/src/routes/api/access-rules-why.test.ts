import { afterAll, expect, test } from 'vitest';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { rulesWorld } from '../../../test/rules-world.ts';
import { accessVersion } from '../../domain/grants/save-access.ts';
import { searchRequests } from '../../domain/requests/search-requests.ts';

const { api, users, notes, ann, bob, add, as, save } = await rulesWorld();
afterAll(() => api.stop());

/** @returns what the request log says of an answer's rules */
async function why(reply: { headers: Headers }) {
  await api.services.requestLog.flush();
  const found = await searchRequests(api.services, {
    caller: admin,
    projectId: 'p1',
    search: { id: reply.headers.get('x-request-id') ?? '' },
  });
  return found.data[0]?.rules;
}

test('why rules refused a call or cut a list is in the request log under the id of its answer, rule by rule', async () => {
  const foreign = await add({ title: 'why', userId: bob.id, published: false });
  const shownOnly = await add({ title: 'why', userId: bob.id, published: true });
  const [read, list, change, closed] = [
    await as(ann, `/dataId/${foreign}`),
    await as(ann, '?title=why'),
    await as(ann, `/dataId/${shownOnly}`, { method: 'PATCH', body: { title: 'x' } }),
    await as(ann, '', { body: { state: 'done' } }),
  ];
  expect(await why(read)).toEqual({
    version: 1,
    verb: 'read',
    record: foreign,
    verdicts: [{ outcome: 'verb' }, { outcome: 'owner' }, { outcome: 'condition', at: [0, 0] }],
  });
  expect(await why(list)).toMatchObject({
    verb: 'list',
    record: null,
    verdicts: [{ outcome: 'verb' }, { outcome: 'held' }, { outcome: 'held' }],
  });
  expect(await why(change)).toMatchObject({ verb: 'update', verdicts: [{ outcome: 'verb' }, { outcome: 'owner' }, { outcome: 'verb' }] });
  expect(await why(closed)).toMatchObject({ verb: 'create', verdicts: [{}, { outcome: 'field', field: 'state' }, { outcome: 'verb' }] });
  for (const { text } of [read, list, change, closed]) expect(text).not.toContain('verdict');
  expect(await why(await api.call(`${notes.path}/dataId/${foreign}`))).toBeNull();
  const told = await accessVersion(api.services, admin, { projectId: 'p1', storageId: notes.id, version: 1 });
  expect(told.grants).toHaveLength(3);
  await expect(accessVersion(api.services, admin, { projectId: 'p1', storageId: notes.id, version: 9 })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('a list that rules cut by nothing says nothing of them, one that they hide fields from does', async () => {
  const place = await api.storage('open');
  await api.call(place.path, { body: { a: 1, b: 1 } });
  const told = async (version: number, fields: object) => {
    await save(place, [{ who: 'signedIn', verbs: ['list'], ...fields }], { version });
    return why(await api.call(place.path, { bearer: ann.bearer }));
  };
  expect(await told(0, {})).toBeNull();
  expect(await told(1, { fields: { hidden: ['a'] } })).toMatchObject({ version: 2, verb: 'list', verdicts: [{ outcome: 'held' }] });
  expect(await told(2, { if: [{ field: 'b', value: 1 }] })).toMatchObject({ version: 3, verdicts: [{ outcome: 'held' }] });
});

test('why a list has nothing for somebody, and a record is not found, is a value or a team that the user does not have', async () => {
  await databaseOf(api.services.store)
    .doc(`storages/${users.id}`)
    .update({ signIn: { teams: true } });
  const place = await api.storage('squads');
  const { id } = (await api.call(place.path, { body: { credits: 5, squad: 't1' } })).body.data;
  const verbs = ['list', 'read'];
  await save(place, [
    { who: 'signedIn', verbs, if: [{ field: 'credits', value: '@user.credits' }] },
    { who: { team: 'squad' }, verbs },
    { who: { role: 'editor' }, verbs },
  ]);
  const call = (rest: string) => api.call(`${place.path}${rest}`, { bearer: ann.bearer });
  const verdicts = [{ outcome: 'missing', at: [0, 0] }, { outcome: 'team' }, { outcome: 'who' }];
  expect(await why(await call(''))).toEqual({ version: 1, verb: 'list', record: null, verdicts });
  expect(await why(await call(`/dataId/${id}`))).toEqual({ version: 1, verb: 'read', record: id, verdicts });
  // A member of another team is told the same of this one's record.
  await api.call(place.path, { body: { squad: 't2' } });
  const member = databaseOf(api.services.store).doc(`storages/${users.id}/records/${ann.id}`);
  await member.update({ teams: { t2: 'member' } });
  await expect.poll(async () => (await call('')).body.data).toMatchObject([{ squad: 't2' }]);
  expect(await why(await call(`/dataId/${id}`))).toEqual({ version: 1, verb: 'read', record: id, verdicts });
});

test('without saved rules, what none, own and all stand for tells why a call was refused or its list cut', async () => {
  const reached = { read: 'own', write: 'own' } as const;
  const place = await api.storage('plain', { is_softDelete: true, endUserAccess: reached });
  const none = await api.storage('shut', { endUserAccess: { read: 'all', write: 'none' } });
  const call = (path: string, more: object = {}) => api.call(path, { bearer: ann.bearer, ...more });
  const { id } = (await api.call(place.path, { body: { a: 1, userId: bob.id } })).body.data;
  const own = (await call(place.path, { body: { a: 1 } })).body.data.id;
  const settings = { ...reached, holdsUsers: false };
  const notOwn = [{ outcome: 'who' }, { outcome: 'owner' }];

  expect(await why(await call(place.path))).toEqual({
    version: 0,
    verb: 'list',
    record: null,
    settings,
    verdicts: [{ outcome: 'who' }, { outcome: 'held' }],
  });
  const one = `${place.path}/dataId/${id}`;
  expect(await why(await call(one))).toEqual({ version: 0, verb: 'read', record: id, settings, verdicts: notOwn });
  expect(await why(await call(one, { method: 'PATCH', body: { a: 2 } }))).toMatchObject({ verb: 'update', record: id, verdicts: notOwn });
  expect(await why(await call(one, { method: 'DELETE' }))).toMatchObject({ verb: 'delete', record: id, verdicts: notOwn });
  const upload = await call(`${one}/upload-url`, { body: { name: 'a.txt', size: 5, type: 'text/plain' } });
  expect([upload.status, await why(upload)]).toMatchObject([404, { verb: 'update', record: id, verdicts: notOwn }]);
  await api.call(one, { method: 'DELETE' });
  expect(await why(await call(`${one}/restore`, { method: 'POST' }))).toMatchObject({ verb: 'update', record: id, verdicts: notOwn });

  const refused = await call(none.path, { body: { a: 1 } });
  expect([refused.status, await why(refused)]).toEqual([
    403,
    {
      version: 0,
      verb: 'create',
      record: null,
      settings: { read: 'all', write: 'none', holdsUsers: false },
      verdicts: [{ outcome: 'who' }, { outcome: 'verb' }],
    },
  ]);
  for (const path of [`${place.path}/dataId/${own}`, `${place.path}/dataId/none`, none.path])
    expect(await why(await call(path))).toBeNull();
});
