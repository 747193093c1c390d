import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { gone } from '../../store/model/values.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let path: string;

beforeAll(async () => {
  api = await startApi();
  ({ path } = await api.storage('ledger'));
});
afterAll(() => api.stop());

const twice = async (call: string, request: Parameters<typeof api.call>[1], key: string) => {
  const send = () => api.call(call, { ...request, headers: { 'idempotency-key': key } });
  return [await send(), await send()] as const;
};

test.each([
  ['a number that would become too large', { n: 1e308 }, { n: { $increment: 7e307 } }, 400],
  ['a record that would become too large', { list: [] }, { list: { $append: 'x'.repeat(500 * 1024) } }, 413],
])('a repetition gets the first answer, also where a second run would meet %s', async (name, fields, change, refusal) => {
  const { id } = (await api.call(path, { body: fields })).body.data;
  const update = { method: 'PUT', body: change };
  const [first, again] = await twice(`${path}/dataId/${id}`, update, `${name.length}-${refusal}`);
  expect(first.status).toBe(200);
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect((await api.call(`${path}/dataId/${id}`, update)).status).toBe(refusal);
});

test('an answer that is too large to be kept is refused before anything is written', async () => {
  const { path: large } = await api.storage('large');
  const body = Array.from({ length: 2 }, () => ({ text: 'x'.repeat(360_000) }));
  const send = (headers: Record<string, string>) => api.call(large, { body, headers });
  expect(await send({ 'idempotency-key': 'large-1' })).toMatchObject({
    status: 413,
    body: { message: expect.stringContaining('fewer records') },
  });
  expect((await api.call(`${large}/count`)).body.data.count).toBe(0);
  expect((await send({})).status).toBe(201);
});

test('a batch that cannot be done again gets its first answer', async () => {
  const { id } = (await api.call(path, { body: { n: 1e308 } })).body.data;
  const writes = [{ op: 'update', storageKey: 'ledger', id, data: { n: { $increment: 7e307 } } }];
  const [first, again] = await twice('/api/batch', { body: { writes } }, 'batch');
  expect(first.status).toBe(200);
  expect(again.body).toEqual(first.body);
});

test('a key that was used is refused for another request, whatever is wrong with that; a new one hears what is wrong', async () => {
  const { id } = (await api.call(path, { body: { n: 1 } })).body.data;
  const send = (body: unknown, key: string) =>
    api.call(`${path}/dataId/${id}`, { method: 'PUT', body, headers: { 'idempotency-key': key } });
  expect((await send({ n: { $increment: 1 } }, 'used')).status).toBe(200);
  expect(await send({ n: { $unset: 1 } }, 'used')).toMatchObject({ status: 409, body: { error: { code: 'idempotency-mismatch' } } });
  expect((await send({ n: { $unset: 1 } }, 'fresh')).status).toBe(400);
  expect((await send({ n: { $increment: 1 } }, 'fresh')).body.data.n).toBe(3);
});

test('a batch whose times are spelt in another way is the same batch', async () => {
  const { id } = (await api.call(path, { body: { n: 1 } })).body.data;
  const send = (ifUpdatedAt: string) =>
    api.call('/api/batch', {
      body: { writes: [{ op: 'update', storageKey: 'ledger', id, ifUpdatedAt, data: { n: { $increment: 1 } } }] },
      headers: { 'idempotency-key': 'spelling' },
    });
  const first = await send('2999-01-01T00:00:00Z');
  expect(first.status).toBe(200);
  expect((await send('2999-01-01T02:00:00+02:00')).body).toEqual(first.body);
  expect((await send('2998-01-01T00:00:00Z')).status).toBe(409);
});

test('a repetition has the status of the first answer, also when version 0.1.0 stored it without one', async () => {
  const upsert = () =>
    api.call(`${path}/dataId/chosen?upsert=true`, { method: 'PUT', body: { n: 1 }, headers: { 'idempotency-key': 'upsert' } });
  expect((await upsert()).status).toBe(201);
  expect((await upsert()).status).toBe(201);
  const { docs } = await databaseOf(api.services.store).collection('idempotency').get();
  await Promise.all(docs.map(({ ref }) => ref.update({ status: gone })));
  expect((await upsert()).status).toBe(201);
});

test('a repetition is the same call however it is written, and another call by its meaning', async () => {
  const { id } = (await api.call(path, { body: { n: 1 } })).body.data;
  const at = `${path}/dataId/${id}`;
  const send = (address: string, body: string, method = 'PUT') =>
    api.call(address, { method, body, headers: { 'idempotency-key': 'meaning', 'content-type': 'application/json' } });
  const body = '{"n":{"$increment":1},"deep":{"a":1,"b":[{"x":1,"y":2}]}}';
  const first = await send(`${at}?upsert=false&ifUpdatedAt=2999-01-01`, body);
  expect(first).toMatchObject({ status: 200, body: { data: { n: 2 } } });
  const same: [address: string, body: string][] = [
    [`${at}?ifUpdatedAt=2999-01-01&upsert=false`, body],
    [`${at}/?upsert=false&ifUpdatedAt=2999-01-01&_=17`, body],
    [`${at}?ifUpdatedAt=2999-01-01T02:00:00%2B02:00`, body],
    [`${at}?upsert=&ifUpdatedAt=Tue, 01 Jan 2999 00:00:00 GMT`, body],
    [`${at.replace('ledger', '%6Cedger')}?upsert=fals%65&ifUpdatedAt=2999-01-01`, body],
    [`${at}?upsert=false&ifUpdatedAt=2999-01-01`, ' { "deep": {"b":[{"y":2.0,"x":1}], "a":1}, "n":{"$increment":1e0} } '],
  ];
  for (const [address, text] of same) expect(await send(address, text)).toMatchObject({ status: 200, body: first.body });
  const others: [address: string, body: string, method?: string][] = [
    [`${at}?upsert=true&ifUpdatedAt=2999-01-01`, body],
    [`${at}?upsert=false&ifUpdatedAt=2999-01-01`, body.replace('{"x":1,"y":2}', '{"x":1},{"y":2}')],
    [`${at}?upsert=false&ifUpdatedAt=2999-01-01`, body, 'PATCH'],
  ];
  for (const [address, text, method] of others) expect((await send(address, text, method)).status).toBe(409);
  expect((await api.call(at)).body.data.n).toBe(2);
});
