import { StorageSchema } from '@bedplate/contract';
import { afterAll, expect, test } from 'vitest';
import { admin } from '../../../test/callers.ts';
import { rulesWorld } from '../../../test/rules-world.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';

const { api, users, notes, ann, bob, save, add, as } = await rulesWorld();
afterAll(() => api.stop());

test('a record out of reach is answered like an unknown one, at every door', async () => {
  const foreign = await add({ title: 'of bob', userId: bob.id, published: false });
  const missing = foreign.replace(/.{4}$/, 'zzzz');
  const file = () => {
    const form = new FormData();
    form.set('file', new Blob(['x']), 'a.txt');
    return form;
  };
  const doors: [string, (id: string) => ReturnType<typeof as>][] = [
    ['read', (id) => as(ann, `/dataId/${id}`)],
    ['read in the trash', (id) => as(ann, `/dataId/${id}?deleted=include`)],
    ['change', (id) => as(ann, `/dataId/${id}`, { method: 'PATCH', body: { title: 'x' } })],
    [
      'change of a version',
      (id) => as(ann, `/dataId/${id}?ifUpdatedAt=2020-01-01T00:00:00.000Z`, { method: 'PATCH', body: { title: 'x' } }),
    ],
    ['delete', (id) => as(ann, `/dataId/${id}`, { method: 'DELETE' })],
    ['upload', (id) => as(ann, `/dataId/${id}/upload?fieldName=title`, { body: file() })],
    ['large upload', (id) => as(ann, `/dataId/${id}/upload-url?fieldName=title`, { body: { name: 'a.txt', size: 1 } })],
    [
      'batch',
      (id) =>
        api.call('/api/batch', { bearer: ann.bearer, body: { writes: [{ op: 'update', storageId: notes.id, id, data: { title: 'x' } }] } }),
    ],
  ];
  for (const [door, open] of doors) {
    const [hidden, absent] = [await open(foreign), await open(missing)];
    expect([door, hidden.status, hidden.body.message]).toEqual([door, 404, absent.body.message]);
  }
  await api.call(`${notes.path}/dataId/${foreign}`, { method: 'DELETE' });
  expect((await as(ann, `/dataId/${foreign}/restore`, { method: 'POST' })).status).toBe(404);
  expect((await as(ann, '?deleted=only')).body.data).toEqual([]);
  expect((await as(bob, '?deleted=only')).body.data).toHaveLength(1);
});

test('a record out of reach is none to every precondition and order, by rules and by own access alike', async () => {
  const own = await api.storage('own', { is_softDelete: true, endUserAccess: { read: 'own', write: 'own' } });
  const missing = ann.id.replace(/.{4}$/, 'zzzz');
  for (const place of [own, notes]) {
    const make = async () => (await api.call(place.path, { body: { title: 'of bob', userId: bob.id } })).body.data.id as string;
    const [live, deleted] = [await make(), await make()];
    await api.call(`${place.path}/dataId/${deleted}`, { method: 'DELETE' });
    for (const write of [
      { op: 'update', data: { title: 'x' } },
      { op: 'update', data: { title: 'x' }, ifExists: true },
      { op: 'update', data: { title: 'x' }, ifUpdatedAt: '2020-01-01T00:00:00.000Z' },
      { op: 'upsert', data: { title: 'x' } },
      { op: 'upsert', data: { title: 'x' }, ifExists: true },
      { op: 'upsert', data: { title: 'x' }, ifUpdatedAt: '2020-01-01T00:00:00.000Z' },
      { op: 'delete', ifExists: true },
      { op: 'delete', permanent: true },
      { op: 'restore' },
    ]) {
      const told = async (id: string) => {
        const body = { writes: [{ storageId: place.id, id, ...write }] };
        const { status, body: answer } = await api.call('/api/batch', { bearer: ann.bearer, body });
        return [status, answer.message];
      };
      const absent = await told(missing);
      expect([place.path, write, absent[0]]).toEqual([place.path, write, expect.toBeOneOf([400, 404, 409])]);
      for (const id of [live, deleted]) expect([place.path, write, await told(id)]).toEqual([place.path, write, absent]);
    }
  }
});

test('what may be read and not changed is refused by name', async () => {
  const id = await add({ title: 'public', published: true, userId: bob.id });
  const refused = await as(ann, `/dataId/${id}`, { method: 'PATCH', body: { title: 'x' } });
  expect([refused.status, refused.body.message]).toEqual([403, 'The rules of this storage do not let you update this record.']);
});

test('a condition looks for a part of any value, and knows records by their ids', async () => {
  const place = await api.storage('parts');
  const path = { projectId: 'p1', storageId: place.id };
  const schema = StorageSchema.parse({ fields: { code: { type: 'text' }, at: { type: 'dateTime' } } });
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'learn' } });
  const ids: string[] = [];
  for (const at of ['2026-01-01T00:00:00Z', '2025-01-01T00:00:00Z']) ids.push((await api.call(place.path, { body: { at } })).body.data.id);
  const found = async (field: string, op: string, value: string, version: number) => {
    await save(place, [{ who: 'signedIn', verbs: ['list', 'read'], if: [{ field, op, value }] }], { version });
    const listed = ((await api.call(place.path, { bearer: ann.bearer })).body.data as { id: string }[]).map(({ id }) => id);
    const read = await Promise.all(ids.map((id) => api.call(`${place.path}/dataId/${id}`, { bearer: ann.bearer })));
    return [listed, read.map(({ status }) => status)];
  };
  expect(await found('at', '~', '2026', 0)).toEqual([[ids[0]], [200, 404]]);
  expect(await found('id', '=', String(ids[1]), 1)).toEqual([[ids[1]], [404, 200]]);
});

test('a caller who may read and not list follows references of what is read', async () => {
  const authors = await api.storage('writers');
  const { id: author } = (await api.call(authors.path, { body: { name: 'Ada' } })).body.data;
  const texts = await api.storage('texts');
  const schema = StorageSchema.parse({
    fields: { author: { type: 'reference', storage: authors.id }, secret: { type: 'reference', storage: authors.id } },
  });
  const path = { projectId: 'p1', storageId: texts.id };
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'learn' } });
  const { id } = (await api.call(texts.path, { body: { author, secret: author } })).body.data;
  await save(authors, [{ who: 'signedIn', verbs: ['read'] }]);
  await save(texts, [{ who: 'signedIn', verbs: ['read'], fields: { hidden: ['secret'] } }]);
  const one = (expand: string) => api.call(`${texts.path}/dataId/${id}?expand=${expand}`, { bearer: ann.bearer });
  expect((await one('author')).body.data).toMatchObject({ expand: { author: { id: author, name: 'Ada' } } });
  expect((await one('secret')).status).toBe(400);
  expect((await api.call(`${texts.path}?expand=author`, { bearer: ann.bearer })).status).toBe(403);
});

test('references are followed over two storages, to the records alone that each caller may read', async () => {
  const [cities, poets, poems] = [await api.storage('cities'), await api.storage('poets'), await api.storage('poems')];
  const declare = (from: { id: string }, name: string, to: { id: string }) =>
    saveSchema(api.services, {
      caller: admin,
      path: { projectId: 'p1', storageId: from.id },
      change: { version: 0, schema: StorageSchema.parse({ fields: { [name]: { type: 'reference', storage: to.id } } }), state: 'learn' },
    });
  await declare(poets, 'city', cities);
  await declare(poems, 'poet', poets);
  const make = async ({ path }: { path: string }, body: object) => (await api.call(path, { body })).body.data.id as string;
  const [rome, oslo] = [await make(cities, { name: 'Rome', userId: ann.id }), await make(cities, { name: 'Oslo', userId: bob.id })];
  for (const [name, city, userId] of [
    ['a', rome, ann.id],
    ['b', oslo, ann.id],
    ['c', rome, bob.id],
  ])
    await make(poems, { poet: await make(poets, { name, city, userId }) });
  for (const place of [cities, poets]) await save(place, [{ who: { owner: 'userId' }, verbs: ['read'] }]);
  await save(poems, [{ who: 'signedIn', verbs: ['list'] }]);
  const seen = async ({ bearer }: typeof ann) =>
    (await api.call(`${poems.path}?expand=poet.city&sortBy=createdAt&sortOrder=asc`, { bearer })).body.data.map(
      ({ expand: { poet } }: { expand: { poet: { name?: string; expand?: { city: { name?: string } } } } }) => [
        poet.name,
        poet.expand?.city.name,
      ],
    );
  expect(await seen(ann)).toEqual([
    ['a', 'Rome'],
    ['b', undefined],
    [undefined, undefined],
  ]);
  expect(await seen(bob)).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    ['c', undefined],
  ]);
});

test('a name that leads where the caller may not look is in the refusal, by rules and by settings alike', async () => {
  const closed = await api.storage('closed');
  const ruled = await api.storage('ruled');
  const from = await api.storage('from', { endUserAccess: { read: 'all', write: 'all' } });
  const reference = (storage: string) => ({ type: 'reference', storage });
  const declare = (to: { id: string }, fields: object) =>
    saveSchema(api.services, {
      caller: admin,
      path: { projectId: 'p1', storageId: to.id },
      change: { version: 0, schema: StorageSchema.parse({ fields }), state: 'learn' },
    });
  await declare(from, { open: reference(closed.id), rule: reference(ruled.id) });
  await declare(closed, { to: reference(from.id) });
  await save(ruled, [
    { who: { role: 'staff' }, verbs: ['list'] },
    { who: 'signedIn', verbs: ['create'] },
  ]);
  const { id } = (await api.call(closed.path, { body: { name: 'a' } })).body.data;
  const { id: ruledId } = (await api.call(ruled.path, { body: { name: 'a' } })).body.data;
  await api.call(from.path, { body: { open: id, rule: ruledId } });
  const told = async (query: string) => {
    const { status, body } = await api.call(`${from.path}${query}`, { bearer: ann.bearer });
    return [status, body.message, (body.error as { details?: { field: string }[] }).details?.[0]?.field];
  };
  const list = (name: string) => `${name} leads into a storage whose records you may not list.`;
  const read = (name: string) => `${name} leads into a storage whose records you may not read.`;
  expect(await told('?open.name=a')).toEqual([403, list('open.name'), 'open.name']);
  expect(await told('/aggregate?op=count&open.name=a')).toEqual([403, list('open.name'), 'open.name']);
  expect(await told('?rule.name=a')).toEqual([403, list('rule.name'), 'rule.name']);
  expect(await told('?expand=open')).toEqual([403, read('open'), 'expand']);
  expect(await told('?expand=rule')).toEqual([403, read('rule'), 'expand']);
  expect(await told('?expand=closed')).toEqual([403, list('closed'), 'expand']);
});

test('a value of the user that the type of the field does not know makes the condition hold for no record', async () => {
  const place = await api.storage('typed');
  const path = { projectId: 'p1', storageId: place.id };
  const schema = StorageSchema.parse({ fields: { n: { type: 'number' } } });
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'learn' } });
  const { id } = (await api.call(place.path, { body: { n: 5 } })).body.data;
  const give = (credits: unknown) => api.call(`${users.path}/dataId/${ann.id}`, { method: 'PATCH', body: { credits } });
  const seen = async () => {
    const [list, read] = [
      await api.call(place.path, { bearer: ann.bearer }),
      await api.call(`${place.path}/dataId/${id}`, { bearer: ann.bearer }),
    ];
    return [list.status, list.body.data?.length, read.status];
  };
  const asked = [
    ['n', '=', 5],
    ['n', '!=', 6],
    ['createdAt', '>', '2020-01-01'],
    ['updatedAt', '>', '2020-01-01'],
  ] as const;
  for (const [version, [field, op, value]] of asked.entries()) {
    await save(place, [{ who: 'signedIn', verbs: ['list', 'read'], if: [{ field, op, value: '@user.credits' }] }], { version });
    await give(value);
    await expect.poll(seen, { timeout: 20_000 }).toEqual([200, 1, 200]);
    await give('many');
    await expect.poll(seen, { timeout: 20_000 }).toEqual([200, 0, 404]); // as for a value that the user does not have
  }
}, 120_000);

test('rules that find nothing for somebody answer with nothing, at every door', async () => {
  const place = await api.storage('squads', { is_softDelete: true });
  const notes = await api.storage('squadnotes');
  const schema = StorageSchema.parse({ fields: { of: { type: 'reference', storage: place.id } } });
  const path = { projectId: 'p1', storageId: notes.id };
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'learn' } });
  const { id } = (await api.call(place.path, { body: { credits: 5, title: 'theirs', price: 5 } })).body.data;
  const gone = (await api.call(place.path, { body: { credits: 5, title: 'theirs' } })).body.data.id;
  await api.call(`${place.path}/dataId/${gone}`, { method: 'DELETE' });
  const note = (await api.call(notes.path, { body: { of: id } })).body.data.id;
  await save(place, [{ who: 'signedIn', verbs: ['list', 'read', 'update', 'delete'], if: [{ field: 'credits', value: '@user.credits' }] }]);
  await save(notes, [{ who: 'signedIn', verbs: ['list', 'read'] }]);
  const on = async (rest: string, more: object = {}) => (await api.call(`${place.path}${rest}`, { bearer: bob.bearer, ...more })).body;
  for (const query of [
    '',
    '?title=theirs',
    '?or=(title=theirs,price=5)',
    '?search=theirs',
    '?sortBy=price',
    '?deleted=only',
    '?deleted=include',
  ])
    expect([query, await on(query)]).toMatchObject([query, { data: [], pagination: { totalItems: 0, totalIsExact: true } }]);
  expect((await on('/count')).data).toEqual({ count: 0, isExact: true });
  expect((await on('/aggregate?op=count,sum:price,max:title')).data).toEqual({ count: 0, sum: { price: 0 }, max: { title: null } });
  expect((await on('/aggregate?groupBy=title')).data).toEqual([]);
  for (const format of ['ndjson', 'csv&fields=title']) {
    const file = await api.call(`${place.path}/export?format=${format}`, { bearer: bob.bearer });
    expect([file.status, file.text]).toEqual([200, expect.not.stringContaining('theirs')]);
  }
  const forward = await api.call(`${notes.path}/dataId/${note}?expand=of`, { bearer: bob.bearer });
  expect(forward.body.data.expand).toEqual({ of: { id, unavailable: true } });
  expect(await on(`/dataId/${id}`)).toMatchObject({ message: 'Record not found.' });
  expect(await on('?credits=5', { method: 'DELETE' })).toMatchObject({ message: 'None of your records has a field "credits".' });
  await save(notes, [{ who: 'signedIn', verbs: ['list'], if: [{ field: 'of', value: '@user.credits' }] }], { version: 1 });
  await save(place, [{ who: 'signedIn', verbs: ['read'] }], { version: 1 });
  const { data } = await on(`/dataId/${id}?expand=squadnotes(by=of)`);
  expect(data).toMatchObject({ id, expand: { squadnotes: [] } });
});

test('whom no rule lets read hears the same of a record that is there and of one that is not', async () => {
  const place = await api.storage('sealed');
  const { id } = (await api.call(place.path, { body: { title: 'x' } })).body.data;
  await save(place, [{ who: { role: 'editor' }, verbs: ['list', 'read', 'create'] }]);
  const told = async (one: string) => {
    const { status, body } = await api.call(`${place.path}/dataId/${one}`, { bearer: ann.bearer });
    return [status, body.message];
  };
  expect(await told(id)).toEqual([403, 'The rules of this storage do not let you read records.']);
  expect(await told(id.replace(/.{4}$/, 'zzzz'))).toEqual(await told(id));
});
