import { StorageSchema } from '@bedplate/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { admin } from '../../../test/callers.ts';
import { rulesWorld } from '../../../test/rules-world.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';

const { api, notes, ann, bob, save, add, as } = await rulesWorld();
afterAll(() => api.stop());

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

test('a file whose field is named before its bytes come is looked at once, which is one read less', async () => {
  const place = await api.storage('files');
  await save(place, [{ who: 'signedIn', verbs: ['read', 'update', 'create'] }]);
  const id = (await api.call(place.path, { bearer: ann.bearer, body: { title: 'T' } })).body.data.id as string;
  const get = vi.spyOn(api.services.records.store, 'get');
  const looks = async (query: string) => {
    const body = new FormData();
    body.append('file', new File(['text'], 'a.txt', { type: 'text/plain' }));
    get.mockClear();
    expect((await api.call(`${place.path}/dataId/${id}/upload${query}`, { bearer: ann.bearer, body })).status).toBe(200);
    return get.mock.calls.filter(([path]) => path === `storages/${place.id}/records/${id}`).length;
  };
  expect([await looks('?fieldName=file'), await looks('')]).toEqual([1, 2]);
});
