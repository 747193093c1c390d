import { StorageSchema } from '@bedplate/contract';
import { afterAll, expect, test } from 'vitest';
import { type Request } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { rulesWorld } from '../../../test/rules-world.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';

const { api, users, notes, ann, bob, save, add, as, namedKey } = await rulesWorld();
afterAll(() => api.stop());

test('a new record is its maker’s own, with what the server sets, and nobody else’s', async () => {
  const made = await as(ann, '', { body: { title: 'mine' } });
  expect([made.status, made.body.data]).toEqual([201, expect.objectContaining({ title: 'mine', userId: ann.id, by: ann.id })]);
  expect((await as(ann, '', { body: { title: 'x', userId: bob.id } })).status).toBe(403);
  expect((await as(ann, '', { body: { title: 'x', by: bob.id } })).status).toBe(403);
  expect((await as(ann, '', { body: { title: 'x', state: 'done' } })).status).toBe(403);
  expect((await as(ann, '', { body: { title: 'x', score: 'high' } })).status).toBe(403);
});

test('where no rule creates, nobody does; tables of a storage with rules name their columns', async () => {
  const place = await api.storage('readable');
  await api.call(place.path, { body: { title: 'shown' } });
  await save(place, [
    { who: 'anyone', verbs: ['list', 'read'] },
    { who: { key: '*' }, verbs: ['create'] },
  ]);
  const call = (rest: string, more: Request = {}) => api.call(`${place.path}${rest}`, { bearer: ann.bearer, ...more });
  const words = 'The rules of this storage do not let you create records.';
  expect(await call('', { body: { title: 'x' } })).toMatchObject({ status: 403, body: { message: words } });
  const refused = {
    status: 400,
    body: { error: { details: [{ field: 'fields', message: expect.stringContaining('Name the columns') }] } },
  };
  expect(await call('/export?format=csv')).toMatchObject(refused);
  expect((await call('/export?format=csv&fields=title')).text).toContain('shown');
});

test('closed fields stay as they are, in a change, an operation and a batch', async () => {
  const id = await add({ title: 'one', userId: ann.id, state: 'open', score: 5, slug: 'a', by: 'nobody' });
  const patch = (body: object) => as(ann, `/dataId/${id}`, { method: 'PATCH', body });
  expect((await patch({ state: 'open', title: 'two' })).body.data).toMatchObject({ title: 'two', by: ann.id });
  const attempts = [
    { state: 'done' },
    { slug: 'b' },
    { slug: null },
    { by: bob.id },
    { score: 6 },
    { score: 5 },
    { score: { $increment: 1 } },
    { userId: bob.id },
  ];
  for (const fields of attempts) {
    expect([fields, (await patch(fields)).status]).toEqual([fields, 403]);
    const writes = [{ op: 'update', storageId: notes.id, id, data: fields }];
    expect([fields, (await api.call('/api/batch', { bearer: ann.bearer, body: { writes } })).status]).toEqual([fields, 403]);
  }
  expect((await api.call(`${notes.path}/dataId/${id}`)).body.data).toMatchObject({ state: 'open', score: 5, slug: 'a', userId: ann.id });
});

test('what a write leaves is judged by its own conditions, and by those on the record where there are none', async () => {
  const place = await api.storage('stages');
  const make = async (state: string) => (await api.call(place.path, { body: { state } })).body.data.id as string;
  await make('live');
  const stateIs = (value: string) => [{ field: 'state', value }];
  const put = async (id: string, state: string) =>
    (await api.call(`${place.path}/dataId/${id}`, { bearer: ann.bearer, method: 'PUT', body: { state } })).status;
  const rule = { who: 'signedIn', verbs: ['read', 'create', 'update'], if: stateIs('draft') };
  for (const [version, after, toLive, toOld] of [
    [0, {}, 403, 403],
    [1, { after: stateIs('live') }, 200, 403],
    [2, { after: [] }, 200, 200],
  ] as const) {
    await save(place, [{ ...rule, ...after }], { version });
    expect([version, await put(await make('draft'), 'live')]).toEqual([version, toLive]);
    expect([version, await put(await make('draft'), 'old')]).toEqual([version, toOld]);
    expect([version, await put(await make('live'), 'live')]).toEqual([version, 404]);
  }
});

test('of several rules about new records, the one that carries them sets the server’s fields', async () => {
  const place = await api.storage('several');
  const named = { text: 'x', state: 'x', level: 'x', credits: 1 };
  await api.call(place.path, { body: named });
  const rule = (fields: object) => ({ who: 'signedIn', verbs: ['create', 'read'], fields });
  const make = async (rules: object[], version: number) => {
    await save(place, rules, { version });
    const { status, body } = await api.call(place.path, { bearer: ann.bearer, body: { text: 'y', state: 'mine' } });
    return [status, body.data.level, Object.hasOwn(body.data, 'credits')];
  };
  const carrying = rule({ server: { level: 'high' } });
  expect(await make([rule({ readOnly: ['state'], server: { level: 'low' } }), carrying], 0)).toEqual([201, 'high', false]);
  // A value that the user does not have carries nothing.
  expect(await make([rule({ server: { credits: '@user.credits' } }), rule({})], 1)).toEqual([201, undefined, false]);
});

test('a field is set once, at the beginning or later, and by the server also where it is closed to others', async () => {
  const place = await api.storage('once');
  await api.call(place.path, { body: { slug: 'x', by: 'x', state: 'x', owners: ['x'] } });
  await save(place, [
    {
      who: { owner: 'owners' },
      verbs: ['list', 'read', 'create', 'update'],
      fields: { writeOnce: ['slug'], readOnly: ['by', 'state'], server: { by: '@user.id' } },
    },
  ]);
  const patch = (id: string, body: object) => api.call(`${place.path}/dataId/${id}`, { bearer: ann.bearer, method: 'PATCH', body });
  const make = (body: object) => api.call(place.path, { bearer: ann.bearer, body });
  const [full, bare] = [await make({ slug: 'a' }), await make({ owners: [ann.id, bob.id] })];
  expect([full, bare].map(({ status, body }) => [status, body.data.by])).toEqual([
    [201, ann.id],
    [201, ann.id],
  ]);
  expect((await patch(full.body.data.id, { slug: 'b' })).body.message).toBe('The rules of this storage do not let you set the field slug.');
  const set = await patch(bare.body.data.id, { slug: 'b' });
  // Among several owners a change makes nobody the only one.
  expect([set.status, set.body.data]).toEqual([200, expect.objectContaining({ slug: 'b', by: ann.id, owners: [ann.id, bob.id] })]);
  expect((await patch(bare.body.data.id, { slug: 'c' })).status).toBe(403);
  expect((await patch(full.body.data.id, { owners: [bob.id] })).body.message).toBe(
    'The rules of this storage do not let you leave the record so.',
  );
});

test('a refusal names the field that every rule closes', async () => {
  const place = await api.storage('both');
  const { id } = (await api.call(place.path, { body: { a: 1, b: 1 } })).body.data;
  const rule = (...readOnly: string[]) => ({ who: 'anyone', verbs: ['list', 'read', 'update'], fields: { readOnly } });
  await save(place, [rule('a', 'b'), rule('b')]);
  const told = async (body: object) => {
    const { status, body: answer } = await api.call(`${place.path}/dataId/${id}`, { bearer: ann.bearer, method: 'PATCH', body });
    return [status, answer.message];
  };
  expect(await told({ a: 2 })).toEqual([200, 'Data updated successfully']);
  expect(await told({ b: 2 })).toEqual([403, 'The rules of this storage do not let you set the field b.']);
});

test('rules let a named key change what they leave open to it, and a user their record', async () => {
  const place = await api.storage('keyed');
  const { id } = (await api.call(place.path, { body: { a: 1, role: 'x', state: 'x' } })).body.data;
  await save(place, [{ who: { key: '*' }, verbs: ['list', 'read', 'update'], fields: { readOnly: ['state'] } }]);
  const key = await namedKey('read', 'update');
  const patch = async (body: object) => (await key(`${place.path}/dataId/${id}`, { method: 'PATCH', body })).status;
  // The fields that are closed to app users are not closed to keys.
  expect([await patch({ a: 2 }), await patch({ role: 'y' }), await patch({ state: 'y' })]).toEqual([200, 200, 403]);
  await save(users, [{ who: { owner: 'id' }, verbs: ['list', 'read', 'update'] }]);
  const self = (body: object) => api.call(`${users.path}/dataId/${ann.id}`, { bearer: ann.bearer, method: 'PATCH', body });
  expect([(await self({ nickname: 'A' })).status, (await self({ role: 'editor' })).status]).toEqual([200, 403]);
});

test('an upload is refused before any byte is sent where its address may not be set', async () => {
  const id = (await as(ann, '', { body: { title: 'mine', slug: 'once' } })).body.data.id;
  const begin = (field: string) => as(ann, `/dataId/${id}/upload-url?fieldName=${field}`, { body: { name: 'a.txt', size: 1_000_000_000 } });
  for (const field of ['slug', 'state', 'score', 'by', 'userId']) expect([field, (await begin(field)).status]).toEqual([field, 403]);
  expect((await begin('draft')).status).toBe(201);
});

test('a date has its day from the server, and is compared with it', async () => {
  const days = await api.storage('days');
  const path = { projectId: 'p1', storageId: days.id };
  const schema = StorageSchema.parse({ fields: { title: { type: 'text' }, day: { type: 'date' } } });
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'enforce' } });
  await save(days, [
    { who: 'signedIn', verbs: ['create'], fields: { server: { day: '@now' } } },
    { who: 'signedIn', verbs: ['list', 'read'], if: [{ field: 'day', value: '@now' }] },
  ]);
  for (const day of ['2020-01-01', '2999-01-01']) await api.call(days.path, { body: { title: day, day } });
  const today = () => new Date().toISOString().slice(0, 10);
  const earliest = today();
  const made = await api.call(days.path, { bearer: ann.bearer, body: { title: 'now' } });
  expect([made.status, [earliest, today()].includes(made.body.data.day)]).toEqual([201, true]);
  expect((await api.call(days.path, { bearer: ann.bearer })).body.data).toMatchObject([{ title: 'now' }]);
});
