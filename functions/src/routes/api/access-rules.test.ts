import { AccessTryAs, Grants, StorageSchema, type TriedAs } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, type Request, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf, memoryFiles } from '../../../test/data-services.ts';
import { apiKeyId, makeKeyPair } from '../../crypto/key-pair.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';
import { searchRequests } from '../../domain/requests/search-requests.ts';
import { accessVersion, saveAccess, tryAccess, tryAccessAs } from '../../domain/grants/save-access.ts';

let api: ApiServer;
let users: Place;
let notes: Place;
let ann: { id: string; bearer: string };
let bob: { id: string; bearer: string };

type Place = Awaited<ReturnType<ApiServer['storage']>>;

const password = 'a-good-password-1';
const rules = [
  { who: { key: '*' }, verbs: ['create'] },
  {
    who: { owner: 'userId' },
    verbs: ['list', 'read', 'create', 'update', 'delete'],
    fields: { readOnly: ['state'], writeOnce: ['slug'], server: { by: '@user.id' }, hidden: ['score'] },
  },
  { who: 'anyone', verbs: ['list', 'read'], if: [{ field: 'published', value: true }], fields: { hidden: ['draft', 'score'] } },
];

beforeAll(async () => {
  api = await startApi();
  users = await api.storage('users');
  ann = await signedUp('ann');
  bob = await signedUp('bob');
  notes = await api.storage('notes', { is_softDelete: true });
  const all = ['state', 'slug', 'by', 'score', 'draft', 'published', 'title'];
  await api.call(notes.path, { body: Object.fromEntries(all.map((name) => [name, name === 'published' ? false : `some ${name}`])) });
  await save(notes, rules);
});
afterAll(() => api.stop());

async function signedUp(username: string) {
  const { id } = (await api.call(users.path, { body: { username, password, email: `${username}@example.test` } })).body.data;
  const { accessToken } = (await api.call(`${users.path}/authenticate`, { body: { username, password } })).body;
  return { id: id as string, bearer: accessToken as string };
}

function save({ id }: Place, grants: unknown, change: { version?: number; live?: boolean } = {}) {
  const path = { projectId: 'p1', storageId: id };
  return saveAccess(api.services, admin, { path, change: { version: 0, ...change, grants: Grants.parse(grants) } });
}

const add = async (fields: object): Promise<string> => (await api.call(notes.path, { body: fields })).body.data.id;
const as = (who: { bearer: string }, rest: string, more: Request = {}) => api.call(`${notes.path}${rest}`, { bearer: who.bearer, ...more });

async function namedKey(...verbs: string[]) {
  const { apiKey } = makeKeyPair(api.services.config.tokenPepper);
  const now = Timestamp.now();
  const named = { kind: 'scoped', name: 'Page', storages: ['*'], verbs, origins: [], expiresAt: null, active: true };
  const firestore = databaseOf(api.services.store);
  await firestore.doc(`apiKeys/${apiKeyId(apiKey)}`).set({ ...named, tenantId: 't1', projectId: 'p1', createdAt: now, updatedAt: now });
  const headers = { 'x-api-key': apiKey, 'x-secret-key': '' };
  return (path: string, more: Request = {}) => api.call(path, { ...more, headers });
}

test.each([
  ['filter', (name: string) => `?${name}=some+score`],
  ['filter on what is missing', (name: string) => `?${name}=null`],
  ['other filter', (name: string) => `?${name}!=x`],
  ['part of a text', (name: string) => `?${name}~score`],
  ['range', (name: string) => `?${name}>a`],
  ['alternative', (name: string) => `?or=(${name}=some+score,title=x)`],
  ['sort', (name: string) => `?sortBy=${name}&sortOrder=asc`],
  ['second order', (name: string) => `?sortBy=published,-${name}`],
  ['choice of fields', (name: string) => `?fields=${name}`],
  ['count', (name: string) => `/count?${name}=some+score`],
  ['group', (name: string) => `/aggregate?groupBy=${name}`],
  ['sum', (name: string) => `/aggregate?op=sum:${name},max:${name}`],
  ['path', (name: string) => `?${name}.deep=x`],
  ['export', (name: string) => `/export?format=ndjson&${name}=some+score`],
  ['group by months', (name: string) => `/aggregate?groupBy=month:${name}`],
  ['least and mean of a group', (name: string) => `/aggregate?groupBy=published&op=min:${name},avg:${name}`],
  ['place', (name: string) => `?near=${name}(52.52,13.4,5km)`],
  ['search in order of fitness', (name: string) => `?search=some+score&rank=relevance&fields=${name}`],
  ['export of a column', (name: string) => `/export?format=csv&fields=title,${name}`],
  ['change by filter', (name: string) => `/count?or=(${name}~some,${name}=null)`],
  ['another letter case', (name: string) => `?${name.toUpperCase()}=x`],
])('a hidden field answers a %s like an unknown one', async (_, question) => {
  await add({ title: 'shown', published: true, score: 'some score' });
  const [hidden, unknown] = [await as(ann, question('score')), await as(ann, question('nosuch'))];
  const told = ({ text }: { text: string }) => text.replaceAll('score', 'nosuch').replace(/"requestId":"[^"]+"/, '');
  expect([hidden.status, told(hidden)]).toEqual([unknown.status, told(unknown)]);
});

test('a hidden field with a type of its own answers like an unknown one, and no refusal names it', async () => {
  const shops = await api.storage('shops');
  const schema = StorageSchema.parse({
    fields: {
      home: { type: 'geo' },
      place: { type: 'geo' },
      price: { type: 'number' },
      moment: { type: 'dateTime' },
      about: { type: 'reference', storage: notes.id },
    },
  });
  await saveSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: shops.id },
    change: { version: 0, schema, state: 'learn' },
  });
  const record = { home: { lat: 52.52, lng: 13.4 }, price: 5, moment: '2026-01-01T00:00:00Z', title: 'x', place: { lat: 1, lng: 1 } };
  await api.call(shops.path, { body: record });
  await save(shops, [{ who: 'signedIn', verbs: ['list', 'read'], fields: { hidden: ['home', 'price', 'moment', 'about'] } }]);
  const ask = (question: string) => api.call(`${shops.path}${question}`, { bearer: ann.bearer });
  const told = ({ status, text }: { status: number; text: string }, name: string) => [
    status,
    text.replaceAll(name, 'nosuch').replace(/"requestId":"[^"]+"/, ''),
  ];
  for (const name of ['home', 'price', 'moment', 'about'])
    for (const question of [
      (field: string) => `?near=${field}(52.52,13.405,5km)`,
      (field: string) => `?${field}=abc`,
      (field: string) => `?${field}>abc`,
      (field: string) => `?${field}.title=x`,
      (field: string) => `?expand=${field}`,
      (field: string) => `/aggregate?op=sum:${field}&groupBy=month:${field}`,
      (field: string) => `/count?${field}.lat>5`,
    ])
      expect([question(name), ...told(await ask(question(name)), name)]).toEqual([
        question(name),
        ...told(await ask(question('nosuch')), 'nosuch'),
      ]);
  // Of two places one is there for this caller.
  expect((await ask('?near=52.52,13.405,5km')).body.data).toEqual([]);
  expect((await ask('?near=1,1,5km')).body.data).toHaveLength(1);
  expect((await api.call(`${shops.path}?near=1,1,5km`)).body.message).toMatch(/several fields/i);
});

test('a search finds no text of a hidden field, and finds the visible ones', async () => {
  await add({ title: 'walrus', published: true, score: 'zebra', draft: 'zebra' });
  expect((await as(bob, '?search=zebra')).body.data).toEqual([]);
  expect((await as(bob, '?search=walrus')).body.data).toHaveLength(1);
});

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

test('what may be read and not changed is refused by name', async () => {
  const id = await add({ title: 'public', published: true, userId: bob.id });
  const refused = await as(ann, `/dataId/${id}`, { method: 'PATCH', body: { title: 'x' } });
  expect([refused.status, refused.body.message]).toEqual([403, 'The rules of this storage do not let you update this record.']);
});

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

test('a hidden value cannot be guessed by writing it, and a hidden reference leads nowhere', async () => {
  const sealed = await api.storage('sealed');
  const path = { projectId: 'p1', storageId: sealed.id };
  const schema = StorageSchema.parse({ fields: { about: { type: 'reference', storage: notes.id }, pin: { type: 'text' } } });
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'learn' } });
  const made = await api.call(sealed.path, { body: [{ pin: '1234', about: await add({ published: true }) }, { title: 'x' }] });
  await save(sealed, [
    { who: 'signedIn', verbs: ['list', 'read'], fields: { hidden: ['pin', 'about'] } },
    { who: 'signedIn', verbs: ['update'] },
  ]);
  const [full, bare] = (made.body.data as { id: string }[]).map(({ id }) => id);
  const patch = (id: string | undefined, pin: string) =>
    api.call(`${sealed.path}/dataId/${id}`, { bearer: ann.bearer, method: 'PATCH', body: { pin } });
  const statuses = [await patch(full, '1234'), await patch(full, '9999'), await patch(bare, '1234')].map(({ status }) => status);
  expect(statuses).toEqual([403, 403, 403]);
  const expand = (name: string) => api.call(`${sealed.path}?expand=${name}`, { bearer: ann.bearer });
  const [hidden, unknown] = [await expand('about'), await expand('nosuch')];
  expect([hidden.status, hidden.body.message]).toEqual([400, (unknown.body.message as string).replace('nosuch', 'about')]);
});

test('of a file in a hidden field nothing is told, and what is asked of it is answered like an unknown one', async () => {
  Object.assign(api.services.records, { files: memoryFiles() });
  const place = await api.storage('papers');
  const { id } = (await api.call(place.path, { body: { title: 't' } })).body.data;
  const upload = (name: string, file: string, more: Request = {}) => {
    const body = new FormData();
    body.append('file', new Blob(['%PDF-1.4 a paper'], { type: 'application/pdf' }), file);
    return api.call(`${place.path}/dataId/${id}/upload?fieldName=${name}`, { body, ...more });
  };
  for (const name of ['secret', 'open']) expect([name, (await upload(name, `${name}-paper.pdf`)).status]).toEqual([name, 200]);
  await save(place, [{ who: 'signedIn', verbs: ['list', 'read', 'update'], fields: { hidden: ['secret'] } }]);
  const ask = (path: string) => api.call(`${place.path}${path}`, { bearer: ann.bearer });
  for (const path of [
    `/dataId/${id}`,
    '',
    '?fields=file_metadata',
    '/export?format=ndjson',
    '/export?format=csv',
    '?search=secret-paper',
  ]) {
    const { text } = await ask(path);
    expect([path, /secret/.test(text.replace('fields=', ''))]).toEqual([path, false]);
  }
  expect((await ask(`/dataId/${id}`)).body.data.file_metadata).toMatchObject({ open: { name: 'open-paper.pdf' } });
  const told = async (path: string, name: string) => {
    const { status, text } = await ask(path);
    return [status, text.replaceAll(name, '*').replace(/"requestId":"[^"]+"/, '')];
  };
  for (const question of [
    (name: string) => `?file_metadata.${name}.size>1`,
    (name: string) => `?file_metadata.${name}.name~paper`,
    (name: string) => `?sortBy=file_metadata.${name}.size`,
    (name: string) => `?fields=title,file_metadata.${name}`,
    (name: string) => `/count?file_metadata.${name}.name=secret-paper.pdf`,
    (name: string) => `/aggregate?op=sum:file_metadata.${name}.size`,
    (name: string) => `/aggregate?groupBy=file_metadata.${name}.name`,
  ])
    expect([question('secret'), await told(question('secret'), 'secret')]).toEqual([
      question('secret'),
      await told(question('nosuch'), 'nosuch'),
    ]);
  expect((await upload('secret', 'mine.pdf', { bearer: ann.bearer })).status).toBe(403);
  expect((await api.call(`${place.path}/dataId/${id}`)).body.data.file_metadata.secret.name).toBe('secret-paper.pdf');
});

test('a write of a hidden field gets one refusal, whatever its type, its values elsewhere and the value that is sent', async () => {
  const place = await api.storage('sealed-types');
  const schema = StorageSchema.parse({
    fields: {
      pin: { type: 'number' },
      slug: { type: 'text' },
      kind: { type: 'enum', values: ['a', 'b'] },
      about: { type: 'reference', storage: notes.id },
    },
    unique: [{ fields: ['slug'] }],
  });
  await saveSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: place.id },
    change: { version: 0, schema, state: 'learn' },
  });
  const hidden = ['pin', 'slug', 'kind', 'about'];
  const [full, bare] = (
    await api.call(place.path, {
      body: [
        { pin: 5, slug: 'c1', kind: 'a', userId: ann.id },
        { title: 'x', userId: ann.id },
      ],
    })
  ).body.data as { id: string }[];
  await save(place, [{ who: { owner: 'userId' }, verbs: ['list', 'read', 'create', 'update'], fields: { hidden } }]);
  const told = async (name: string, path: string, more: Request) => {
    const { status, text } = await api.call(`${place.path}${path}`, { bearer: ann.bearer, ...more });
    return [status, text.replaceAll(name, '*').replace(/"requestId":"[^"]+"/, '')];
  };
  const refusal = await told('pin', '', { body: { pin: 1 } });
  expect(refusal[0]).toBe(403);
  for (const name of hidden)
    for (const value of [5, 'c1', 'a', 'zzz', null, { $increment: 1 }, 'nobody']) {
      const body = { [name]: value };
      for (const { id } of [full, bare].filter((one) => one !== undefined))
        expect([name, value, await told(name, `/dataId/${id}`, { method: 'PATCH', body })]).toEqual([name, value, refusal]);
      if (typeof value === 'object' && value !== null) continue; // operators are for updates, of whichever field
      expect([name, value, await told(name, '', { body })]).toEqual([name, value, refusal]);
    }
  expect((await api.call(`${place.path}/dataId/${full?.id}`)).body.data).toMatchObject({ pin: 5, slug: 'c1', kind: 'a' });
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

test('who may change a record without reading it guesses no closed value', async () => {
  const blind = await api.storage('blind');
  const stored = { open: 'a', pin: '1234', state: 'open', slug: 's', count: 5, role: 'editor', userId: ann.id };
  const { id } = (await api.call(blind.path, { body: stored })).body.data;
  await save(blind, [
    { who: { owner: 'userId' }, verbs: ['update'], fields: { hidden: ['pin'], readOnly: ['state'], writeOnce: ['slug'] } },
  ]);
  const patch = async (body: object) =>
    (await api.call(`${blind.path}/dataId/${id}`, { bearer: ann.bearer, method: 'PATCH', body })).status;
  expect(await patch({ open: 'b' })).toBe(200);
  // An operation on what is not seen would tell its type.
  const guesses = [{ pin: '1234' }, { state: 'open' }, { slug: 's' }, { role: 'editor' }, { count: { $increment: 0 } }];
  for (const guess of [...guesses, { pin: '1' }, { state: 'x' }, { slug: 'x' }, { role: 'x' }, { open: { $increment: 1 } }])
    expect([guess, await patch(guess)]).toEqual([guess, 403]);
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

test('an answer to a write has no field that a read would hide', async () => {
  const id = await add({ title: 'one', userId: ann.id, score: 5 });
  const changed = await as(ann, `/dataId/${id}`, { method: 'PATCH', body: { title: 'two' } });
  expect(changed.body.data).not.toHaveProperty('score');
  const writer = await namedKey('create');
  const made = (await writer(notes.path, { body: { title: 'sent' } })).body.data;
  expect(Object.keys(made).sort()).toEqual(['createdAt', 'id', 'updatedAt']);
});

test('a cursor shows nothing and is of one caller', async () => {
  await Promise.all(['a', 'b', 'c'].map((title) => add({ title: `cursor ${title}`, published: true })));
  const query = '?title~cursor&sortBy=title&sortOrder=asc&limit=1';
  const { nextCursor } = (await as(ann, query)).body.pagination as { nextCursor: string };
  expect(Buffer.from(nextCursor.split('.')[0] ?? '', 'base64url').toString('latin1')).not.toContain('cursor');
  expect((await as(ann, `${query}&cursor=${nextCursor}`)).body.data).toMatchObject([{ title: 'cursor b' }]);
  expect((await as(bob, `${query}&cursor=${nextCursor}`)).status).toBe(400);
  expect((await as(ann, `${query}&cursor=${nextCursor.startsWith('A') ? 'B' : 'A'}${nextCursor.slice(1)}`)).status).toBe(400);
});

test('what a call has cost stays with the developer', async () => {
  const told = await as(ann, '?explain=true');
  expect(told.body).not.toHaveProperty('explain');
  expect(told.headers.get('x-bedplate-reads')).toBeNull();
  expect((await as(ann, '/aggregate?op=count')).body).not.toHaveProperty('reads');
  expect((await api.call(`${notes.path}?explain=true`)).body).toHaveProperty('explain');
});

test('named keys are bound too, and get no history that rules cannot cut', async () => {
  const reader = await namedKey('read', 'create', 'update', 'delete');
  const id = await add({ title: 'public', published: true, score: 'some score', draft: 'x' });
  expect((await reader(`${notes.path}/dataId/${id}`)).body.data).not.toHaveProperty('draft');
  expect((await reader(`${notes.path}/dataId/${id}/history`)).status).toBe(403);
  expect((await reader(`${notes.path}/dataId/${id}?asOf=2026-01-01T00:00:00Z`)).status).toBe(403);
  expect((await reader(`${notes.path}/dataId/${id}`, { method: 'DELETE' })).status).toBe(403);
  expect((await reader('/api/openapi.json')).text).not.toContain('draft');
  expect((await reader('/api/livesync/token', { body: { storageKeys: ['notes'] } })).status).toBe(403);
});

test('a change by filter reaches what rules let its author list and change, and asks nothing of hidden fields', async () => {
  const own = await add({ title: 'filtered', userId: ann.id, score: 'some score', state: 'open' });
  const foreign = await add({ title: 'filtered', userId: bob.id, published: false });
  const change = (query: string, body: object) => as(ann, query, { method: 'PATCH', body });
  const dry = await change('?title=filtered&dryRun=true', { title: 'refiltered' });
  expect(dry.body.data).toMatchObject({ matched: 1, refused: 0, samples: [{ id: own, title: 'refiltered', by: ann.id }] });
  expect(dry.text).not.toContain('some score');
  expect((await change('?title=filtered', { state: 'done' })).status).toBe(403);
  expect((await change('?title=filtered', { title: 'refiltered' })).body.data).toMatchObject({ matched: 1, changed: 1 });
  expect((await api.call(`${notes.path}/dataId/${foreign}`)).body.data.title).toBe('filtered');
  for (const method of ['PATCH', 'DELETE']) {
    const ask = (name: string) => as(ann, `?${name}!=x`, method === 'PATCH' ? { method, body: { title: 'x' } } : { method });
    const [hidden, unknown] = [await ask('score'), await ask('nosuch')];
    expect([hidden.status, String(hidden.body.message).replaceAll('score', 'nosuch')]).toEqual([400, unknown.body.message]);
  }
  // A published record of somebody else may be listed and not changed: then nothing is.
  const theirs = await add({ title: 'refiltered', userId: bob.id, published: true });
  expect((await as(ann, '?title=refiltered', { method: 'DELETE' })).status).toBe(403);
  expect((await as(ann, `/dataId/${own}`)).status).toBe(200);
  await api.call(`${notes.path}/dataId/${theirs}`, { method: 'DELETE' });
  expect((await as(ann, '?title=refiltered', { method: 'DELETE' })).body.data).toMatchObject({ changed: 1 });
});

test('a change by filter that would be a job is refused where rules are asked for each record', async () => {
  const crowd = await api.storage('crowd', { history: 7 });
  for (const size of [100, 1]) await api.call(crowd.path, { body: Array.from({ length: size }, () => ({ n: 1 })) });
  await save(crowd, [{ who: 'signedIn', verbs: ['list', 'read', 'update'] }]);
  const refused = await api.call(`${crowd.path}?n=1`, { bearer: ann.bearer, method: 'PATCH', body: { n: 2 } });
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('more than 100 match')]);
  expect((await api.call(`${crowd.path}/count?n=2`)).body.data.count).toBe(0);
});

test('LiveSync is refused by name where it cannot decide the rules', async () => {
  const token = await api.call('/api/livesync/token', { bearer: ann.bearer, body: { storageKeys: ['notes'] } });
  expect([token.status, token.body.message]).toEqual([
    403,
    expect.stringMatching(/LiveSync cannot decide the rules of "notes" \(.*conditions, hidden fields\)/),
  ]);
  const kept = await api.storage('kept');
  await expect(
    save(kept, [{ who: 'signedIn', verbs: ['list', 'read'], if: [{ field: 'createdAt', op: '>', value: '@now-7d' }] }], { live: true }),
  ).rejects.toMatchObject({
    code: 'invalid-argument',
    message: expect.stringContaining('LiveSync cannot decide this rule'),
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
});

test('why rules refused a call or cut a list is in the request log under the id of its answer, rule by rule', async () => {
  const foreign = await add({ title: 'why', userId: bob.id, published: false });
  const shownOnly = await add({ title: 'why', userId: bob.id, published: true });
  const why = async (reply: { headers: Headers }) => {
    await api.services.requestLog.flush();
    const found = await searchRequests(api.services, {
      caller: admin,
      projectId: 'p1',
      search: { id: reply.headers.get('x-request-id') ?? '' },
    });
    return found.data[0]?.rules;
  };
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
  expect(await trial({ key: '*' })).toMatchObject({ listed: 0, shown: [] });
  expect(await trial({ key: '*' }, undefined, [{ who: { key: '*' }, verbs: ['list'] }])).toMatchObject({ listed: 2 });
  // Of alternatives one is enough; without one, that which came farthest is told.
  const either = (...sets: object[][]) => [{ who: 'signedIn', verbs: ['read'], if: sets }];
  const is = (field: string, value: string) => ({ field, value });
  const readAs = async (rules: unknown) => (await trial({ user: ann.id }, own, rules)).decisions[1]?.verdicts[0];
  expect(await readAs(either([is('text', 'x')], [is('text', 'a')]))).toEqual({ outcome: 'held' });
  const far = either([is('text', 'x')], [is('text', 'a'), is('note', 'x')]);
  expect(await readAs(far)).toEqual({ outcome: 'condition', at: [1, 1] });
  expect(await readAs([{ who: { key: '*' }, verbs: ['read'] }])).toEqual({ outcome: 'who' });
  expect(await readAs(either([is('text', 'a'), is('text', '@user.credits')]))).toEqual({ outcome: 'missing', at: [0, 1] });
  await expect(trial({ user: 'nobody' })).rejects.toMatchObject({ code: 'invalid-argument' });
  const { rows } = await api.services.store.activity.query({ where: [['kind', '==', 'accessTried']] });
  expect(rows.map(({ data }) => data.values)).toContainEqual(expect.objectContaining({ name: 'My drafts', as: ann.id }));
});

test('what references and batches have cost stays with the developer too', async () => {
  const open = await api.storage('open', { endUserAccess: { read: 'all', write: 'all' } });
  const path = { projectId: 'p1', storageId: open.id };
  const schema = StorageSchema.parse({ fields: { note: { type: 'reference', storage: notes.id } } });
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema, state: 'learn' } });
  const id = await add({ title: 'referred', published: true });
  await api.call(open.path, { body: { note: id } });
  const ask = (query: string) => api.call(`${open.path}?explain=true${query}`, { bearer: ann.bearer });
  expect((await ask('')).body).toHaveProperty('explain');
  const expanded = await ask('&expand=note');
  expect([expanded.status, expanded.headers.get('x-bedplate-reads'), 'explain' in expanded.body]).toEqual([200, null, false]);
  const writes = [{ op: 'create', storageId: notes.id, data: { title: 'by batch' } }];
  const batch = await api.call('/api/batch', { bearer: ann.bearer, body: { writes } });
  expect([batch.status, batch.headers.get('x-bedplate-reads')]).toEqual([200, null]);
});

test('a list under one rule costs what its condition costs in a query', async () => {
  const many = await api.storage('many');
  for (let i = 0; i < 4; i += 1)
    await api.call(many.path, { body: Array.from({ length: 100 }, (_, j) => ({ n: j, published: j % 10 === 0, title: `t${j}` })) });
  await save(many, [{ who: 'signedIn', verbs: ['list'], if: [{ field: 'published', value: true }] }]);
  const cost = async (ask: () => Promise<{ body: object }>) => {
    await ask(); // loads rules and counts
    const before = (await api.billed()).reads;
    expect((await ask()).body).toMatchObject({ pagination: { totalItems: 40, totalIsExact: true } });
    return (await api.billed()).reads - before;
  };
  const query = 'sortBy=n&sortOrder=asc&limit=20';
  const bound = await cost(() => api.call(`${many.path}?${query}`, { bearer: ann.bearer }));
  const filtered = await cost(() => api.call(`${many.path}?${query}&published=true`));
  expect(bound).toBe(filtered);
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

test('an import goes past no rule: a key whose new records are looked at imports none, and only the pair takes one back', async () => {
  const place = await api.storage('imported');
  const importOf = (call: (path: string, more: Request) => ReturnType<typeof api.call>) =>
    call(`${place.path}/import`, { body: [{ title: 'x', state: 'paid' }] });
  const { importId } = (await importOf(api.call)).body.data;
  await save(place, [{ who: { key: '*' }, verbs: ['list', 'read', 'create', 'update', 'delete'], fields: { readOnly: ['state'] } }]);
  const key = await namedKey('read', 'create', 'update', 'delete');
  expect(await importOf(key)).toMatchObject({ status: 403, body: { message: expect.stringContaining('create them one by one') } });
  const back = (call: typeof key) => call(`${place.path}/import/${importId}`, { method: 'DELETE' });
  expect(await back(key)).toMatchObject({ status: 403, body: { message: expect.stringContaining('with the key pair') } });
  expect((await api.call(`${place.path}/count`)).body.data.count).toBe(1);
  expect((await back((path, more) => api.call(path, more ?? {}))).status).toBe(200);
});

test('users come with hashes by the pair of the account alone, whatever rules and verbs a key has', async () => {
  const key = await namedKey('create', 'read', 'authenticate');
  const body = { users: [{ username: 'smuggled', passwordHash: `$2a$05$${'C'.repeat(22)}.${'E'.repeat(30)}` }] };
  expect((await key(`${users.path}/import-hashes`, { body })).status).toBe(403);
  expect((await api.call(`${users.path}/count?username=smuggled`)).body.data.count).toBe(0);
});
