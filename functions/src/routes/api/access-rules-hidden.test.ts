import { StorageSchema } from '@bedplate/contract';
import { afterAll, expect, test } from 'vitest';
import { type Request } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { memoryFiles } from '../../../test/data-services.ts';
import { rulesWorld } from '../../../test/rules-world.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';

const { api, notes, ann, bob, save, add, as, namedKey } = await rulesWorld();
afterAll(() => api.stop());

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

test('a field that each of two rules hides stays hidden where both hold, and one that the first shows is shown', async () => {
  const id = await add({ title: 'both', published: true, userId: ann.id, score: 'some score', draft: 'some draft' });
  const [mine, another] = [(await as(ann, `/dataId/${id}`)).body.data, (await as(bob, `/dataId/${id}`)).body.data];
  expect([mine, another]).toEqual([expect.objectContaining({ draft: 'some draft' }), expect.objectContaining({ title: 'both' })]);
  for (const seen of [mine, another]) expect(seen).not.toHaveProperty('score');
  expect(another).not.toHaveProperty('draft');
});

test('an answer to a write has no field that a read would hide', async () => {
  const id = await add({ title: 'one', userId: ann.id, score: 5 });
  const changed = await as(ann, `/dataId/${id}`, { method: 'PATCH', body: { title: 'two' } });
  expect(changed.body.data).not.toHaveProperty('score');
  const writer = await namedKey('create');
  const made = (await writer(notes.path, { body: { title: 'sent' } })).body.data;
  expect(Object.keys(made).sort()).toEqual(['createdAt', 'id', 'updatedAt']);
});
