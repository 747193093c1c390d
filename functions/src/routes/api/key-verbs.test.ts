import type { KeyVerb } from '@bedplate/contract';
import { databaseOf, memoryFiles } from '../../../test/data-services.ts';
import { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { namedKey } from '../../../test/named-key.ts';
import { apiKeyId } from '../../crypto/key-pair.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let orders: Awaited<ReturnType<typeof api.storage>>;

beforeAll(async () => {
  api = await startApi();
  orders = await api.storage('orders');
});
afterAll(() => api.stop());

/** @returns sends a call with a named key that has these verbs */
async function withVerbs(...verbs: KeyVerb[]) {
  const key = await namedKey(api, { verbs });
  return (path: string, method: string, body: unknown, headers = {}) =>
    api.call(path, { method, body, headers: { ...key.headers, ...headers } });
}

const count = async () => (await api.call(`${orders.path}/count`)).body.data.count;
const batched = (id: string) => ({ writes: [{ op: 'upsert', storageId: orders.id, id, data: { n: 1 } }] });

test.each([
  ['update', 'create'],
  ['create', 'update'],
] as const)('a key with the verb %s alone makes and changes nothing by an upsert', async (verb, missing) => {
  await api.call(`${orders.path}/dataId/known?upsert=true`, { method: 'PUT', body: { n: 0 } });
  const before = await count();
  const call = await withVerbs(verb);
  for (const id of ['new-one', 'known']) {
    const refused = { status: 403, body: { message: expect.stringContaining(`the verb "${missing}"`) } };
    expect(await call(`${orders.path}/dataId/${id}?upsert=true`, 'PUT', { n: 1 })).toMatchObject(refused);
    expect(await call('/api/batch', 'POST', batched(id))).toMatchObject(refused);
  }
  expect(await count()).toBe(before);
  expect((await api.call(`${orders.path}/dataId/known`)).body.data.n).toBe(0);
});

test('a key with both verbs upserts, and one with update changes what is there', async () => {
  const call = await withVerbs('update', 'create');
  expect((await call(`${orders.path}/dataId/order-1?upsert=true`, 'PUT', { n: 1 })).status).toBe(201);
  expect((await call('/api/batch', 'POST', batched('order-2'))).status).toBe(200);
  const changes = await withVerbs('update');
  expect((await changes(`${orders.path}/dataId/order-1`, 'PUT', { n: 2 })).status).toBe(200);
});

test('HEAD takes the verb read, as GET does', async () => {
  for (const method of ['GET', 'HEAD']) {
    expect((await (await withVerbs('read'))(orders.path, method, undefined)).status).toBe(200);
    expect((await (await withVerbs('update'))(orders.path, method, undefined)).status).toBe(403);
  }
});

test('no named key erases a record, whatever its verbs', async () => {
  await api.call(`${orders.path}/dataId/stays?upsert=true`, { method: 'PUT', body: { n: 1 } });
  const call = await withVerbs('read', 'create', 'update', 'delete');
  expect((await call(`${orders.path}/dataId/stays/erase`, 'POST', {})).status).toBe(403);
  expect((await api.call(`${orders.path}/dataId/stays`)).status).toBe(200);
});

/** The part of a record that is shown to callers who may not read it. */
const bare = (id: string) => ({ id, createdAt: expect.any(String), updatedAt: expect.any(String) });

test('a key without the verb read gets no field back that it has not sent, from any verb', async () => {
  const files = memoryFiles();
  Object.assign(api.services.records, { files });
  const trash = await api.storage('bin', { is_softDelete: true });
  const { id } = (await api.call(trash.path, { body: { secret: 'of the staff', n: 1 } })).body.data;
  const call = await withVerbs('create', 'update', 'delete');
  const record = `${trash.path}/dataId/${id}`;
  const batch = async (write: object) =>
    (await call('/api/batch', 'POST', { writes: [{ storageId: trash.id, id, ...write }] })).body.data[0].data;

  const made = (await call(trash.path, 'POST', { n: 1 })).body.data;
  expect(made).toEqual(bare(made.id));
  expect((await call(record, 'PUT', {})).body.data).toEqual(bare(id));
  expect((await call(record, 'PATCH', { n: 2 })).body.data).toEqual(bare(id));
  expect((await call(`${record}?upsert=true`, 'PUT', { n: 3 })).body.data).toEqual(bare(id));
  expect(await batch({ op: 'update', data: {} })).toEqual(bare(id));
  expect(await batch({ op: 'upsert', data: {} })).toEqual(bare(id));
  const form = new FormData();
  form.set('file', new Blob(['hello']), 'a.txt');
  expect((await call(`${record}/upload?fieldName=file`, 'POST', form)).body.data).toEqual(bare(id));
  const { uploadId, uploadUrl } = (await call(`${record}/upload-url?fieldName=large`, 'POST', { name: 'b.txt', size: 3 })).body.data;
  files.finish(uploadUrl, Buffer.from('abc'));
  expect((await call(`${record}/upload-complete`, 'POST', { uploadId })).body.data).toEqual(bare(id));
  expect((await call(record, 'DELETE', undefined)).text).not.toContain('staff');
  expect((await call(`${record}/restore`, 'POST', undefined)).body.data).toEqual(bare(id));
  await call(record, 'DELETE', undefined);
  expect(await batch({ op: 'restore' })).toEqual(bare(id));
  expect((await api.call(record)).body.data).toMatchObject({ secret: 'of the staff', n: 3 });
});

test('a stored answer is for the key that has got it', async () => {
  const { id } = (await api.call(orders.path, { body: { secret: 'of the staff' } })).body.data;
  const once = { 'idempotency-key': 'the-same-key' };
  const [reader, writer] = [await withVerbs('read', 'update'), await withVerbs('update')];
  expect((await reader(`${orders.path}/dataId/${id}`, 'PUT', { n: 1 }, once)).body.data).toMatchObject({ secret: 'of the staff' });
  expect((await writer(`${orders.path}/dataId/${id}`, 'PUT', { n: 1 }, once)).body.data).toEqual(bare(id));
});

test('the description names no fields of storages that the key may not read', async () => {
  const shop = await api.storage('prices');
  await api.call(shop.path, { body: { purchasePrice: 1 } });
  expect((await (await withVerbs('read'))('/api/openapi.json', 'GET', undefined)).text).toContain('purchasePrice');
  const hidden = (await (await withVerbs('create', 'update', 'delete', 'authenticate'))('/api/openapi.json', 'GET', undefined)).text;
  expect(hidden).toContain(shop.path.slice('/api'.length));
  expect(hidden).not.toContain('purchasePrice');
});

test('a key that may only sign users in learns who a user is, and nothing else of the record', async () => {
  const users = await api.storage('users');
  const ann = { username: 'ann', password: 'a-pass-word-1' };
  await api.call(users.path, { body: { ...ann, email: 'ann@example.test', creditRating: 'bad' } });
  const call = await withVerbs('authenticate');
  const signedIn = (await call(`${users.path}/authenticate`, 'POST', ann)).body;
  expect(signedIn.data).toEqual({ ...bare(signedIn.data.id), username: 'ann', email: 'ann@example.test' });
  const { refreshToken } = signedIn as unknown as { refreshToken: string };
  expect((await call(`${users.path}/refresh`, 'POST', { refreshToken })).body.data).toEqual(signedIn.data);
  expect((await api.call(`${users.path}/authenticate`, { body: ann })).body.data).toMatchObject({ creditRating: 'bad' });
});

test.each([
  ['create', 'restore', '/%72estore'],
  ['create', 'restore', '/restor%65/'],
  ['create', 'upload', '/uploa%64?fieldName=a'],
] as const)('a key with the verb %s alone may not %s by the address %s', async (verb, _, call) => {
  const bin = await api.storage(`bin${call.length}`, { is_softDelete: true });
  const { id } = (await api.call(bin.path, { body: { n: 1 } })).body.data;
  await api.call(`${bin.path}/dataId/${id}`, { method: 'DELETE' });
  const refused = { status: 403, body: { message: expect.stringContaining('the verb "update"') } };
  expect(await (await withVerbs(verb))(`${bin.path}/dataId/${id}${call}`, 'POST', {})).toMatchObject(refused);
});

test('a change by filter needs the verb of the change, and read as well: what matches tells values', async () => {
  await api.call(orders.path, { body: { n: 77, secret: 1 } });
  const [updates, removes, both] = [await withVerbs('update'), await withVerbs('delete'), await withVerbs('update', 'read')];
  const missing = (verb: string) => ({ status: 403, body: { message: expect.stringContaining(`the verb "${verb}"`) } });
  expect(await updates(`${orders.path}?n=77`, 'DELETE', undefined)).toMatchObject(missing('delete'));
  expect(await removes(`${orders.path}?n=77`, 'PUT', { n: 1 })).toMatchObject(missing('update'));
  for (const asked of ['secret=1&dryRun=true', 'secret>0', 'nosuch=1', 'all=true&dryRun=true'])
    expect(await updates(`${orders.path}?${asked}`, 'PUT', { n: 78 })).toMatchObject(missing('read'));
  expect(await removes(`${orders.path}?n=77`, 'DELETE', undefined)).toMatchObject(missing('read'));
  expect((await both(`${orders.path}?n=77&dryRun=true`, 'PUT', { n: 78 })).body.data).toMatchObject({ matched: 1 });
});

test('a named key takes nothing back, and sees no job that another has begun', async () => {
  const place = await api.storage('worked', { history: 7 });
  for (let i = 0; i < 2; i += 1) await api.call(place.path, { body: Array.from({ length: 60 }, (_, n) => ({ n })) });
  const { job } = (await api.call(`${place.path}?all=true`, { method: 'PUT', body: { done: true } })).body.data;
  const call = await withVerbs('read', 'create', 'update', 'delete', 'authenticate');
  expect((await call(`${place.path}/jobs/${job.id}`, 'GET', undefined)).status).toBe(404);
  expect((await call('/api/undo', 'POST', { job: job.id, dryRun: true })).status).toBe(403);
  expect((await call('/api/trash', 'GET', undefined)).status).toBe(403);
  expect((await call('/api/trash', 'POST', { restore: 'any' })).status).toBe(403);
  expect((await call(`/api/undo/${place.id}/${job.id}`, 'GET', undefined)).status).toBe(403);
  expect((await api.call(`${place.path}/jobs/${job.id}`)).status).toBe(200);
});

test('a key that is switched off opens nothing, and a pair that was replaced ends with its overlap', async () => {
  const firestore = databaseOf(api.services.store);
  const call = await withVerbs('read');
  const { docs } = await firestore.collection('apiKeys').where('tenantId', '==', 't1').get();
  expect((await call(orders.path, 'GET', undefined)).status).toBe(200);
  for (const { ref, id } of docs) if (id !== apiKeyId(api.keyHeaders['x-api-key'])) await ref.update({ active: false });
  await expect.poll(async () => (await call(orders.path, 'GET', undefined)).status).toBe(401);
  const pair = firestore.doc(`apiKeys/${apiKeyId(api.keyHeaders['x-api-key'])}`);
  await pair.update({ expiresAt: Timestamp.fromMillis(Date.now() - 1) });
  await expect.poll(async () => (await api.call(orders.path)).status).toBe(401);
  await pair.update({ expiresAt: null });
  await expect.poll(async () => (await api.call(orders.path)).status).toBe(200);
});
