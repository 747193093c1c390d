import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let path: string;

beforeAll(async () => {
  api = await startApi();
  ({ path } = await api.storage('notes'));
});
afterAll(() => api.stop());

const make = async () => (await api.call(path, { body: { n: 1 } })).body.data;

interface Sent {
  readonly method?: string;
  readonly headers: readonly [name: string, value: string][];
  readonly body?: unknown;
}

/** Sends headers as they stand: `fetch` would join those of one name. */
function send(address: string, { method = 'PUT', headers, body = { n: 2 } }: Sent) {
  const all = [...Object.entries(api.keyHeaders), ['content-type', 'application/json'], ...headers].flat();
  return new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
    const call = request(api.origin + address, { method, headers: ['host', 'localhost', ...all] as unknown as string[] }, async (answer) =>
      resolve({ status: answer.statusCode, body: JSON.parse(await text(answer)) as unknown }),
    );
    call.on('error', reject).end(JSON.stringify(body));
  });
}

const refused = (field: string) => ({ status: 400, body: { error: { details: [{ field }] } } });

const ofLists = ['page', 'limit', 'search', 'sortBy', 'sortOrder', 'fields', 'dateFrom', 'dateTo', 'zone', 'deleted', 'explain', 'expand'];
test.each([
  ...[...ofLists, 'cursor', 'near', 'rank'].map((name) => ['GET', '', name] as const),
  ...['op', 'groupBy', 'search', 'dateFrom', 'zone', 'explain'].map((name) => ['GET', '/aggregate', name] as const),
  ...['search', 'dateTo', 'deleted'].map((name) => ['GET', '/count', name] as const),
  ...['format', 'bom', 'delimiter', 'fields', 'sortBy'].map((name) => ['GET', '/export', name] as const),
  ...['deleted', 'expand', 'asOf'].map((name) => ['GET', '/dataId/ID', name] as const),
  ...['upsert', 'ifUpdatedAt'].map((name) => ['PUT', '/dataId/ID', name] as const),
  ...['permanent', 'ifUpdatedAt'].map((name) => ['DELETE', '/dataId/ID', name] as const),
  ...['dryRun', 'all'].map((name) => ['PUT', '', name] as const),
  ...['dryRun', 'all', 'permanent'].map((name) => ['DELETE', '', name] as const),
  ...['limit', 'before'].map((name) => ['GET', '/dataId/ID/history', name] as const),
  ...['dryRun', 'partial', 'types', 'ids', 'format', 'encoding', 'delimiter'].map((name) => ['POST', '/import', name] as const),
])('%s %s takes the parameter %s once, also where both say the same', async (method, place, name) => {
  const { id } = await make();
  const value = { op: 'count', limit: '1', page: '1', near: '52,13,5km', rank: 'relevance' }[name] ?? 'true';
  const address = `${path}${place.replace('ID', id)}?${name}=${value}&${name}=${value}`;
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: { n: 2 } };
  expect(await api.call(address, { method, ...body })).toMatchObject(refused(name));
  expect((await api.call(`${path}/dataId/${id}`)).body.data.n).toBe(1);
});

test.each([
  ['limit', '1,2'],
  ['page', '1,2'],
  ['sortOrder', 'asc,desc'],
  ['deleted', 'no,only'],
  ['explain', 'true,false'],
  ['zone', 'UTC,Asia/Kathmandu'],
  ['dateFrom', '2026-05-01,2026-05-02'],
  ['cursor', 'a,b'],
])('a list takes one %s, no list of them', async (name, value) => {
  expect(await api.call(`${path}?${name}=${value}`)).toMatchObject(refused(name));
});

test.each([
  ['PUT', 'If-Unmodified-Since', 'Wed, 01 Jan 2098 00:00:00 GMT', 'Wed, 01 Jan 2003 00:00:00 GMT'],
  ['DELETE', 'If-Unmodified-Since', '2098-01-01T00:00:00Z', '2003-01-01T00:00:00Z'],
  ['PUT', 'Idempotency-Key', 'one', 'other'],
  ['PUT', 'idempotency-key', 'same', 'same'],
  ['DELETE', 'X-Project-ID', 'p1', 'p2'],
  ['PUT', 'Authorization', 'Bearer a', 'Bearer b'],
])('%s with %s twice is refused by its name, and nothing is written', async (method, name, one, other) => {
  const { id } = await make();
  const headers: [string, string][] = [
    [name, one],
    [name, other],
  ];
  expect(await send(`${path}/dataId/${id}`, { method, headers })).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: expect.stringMatching(new RegExp(`^${name}$`, 'i')) }] } },
  });
  expect((await api.call(`${path}/dataId/${id}`)).body.data.n).toBe(1);
});

test.each([
  ['If-Unmodified-Since', '2098-01-01T00:00:00Z, 2003-01-01T00:00:00Z'],
  ['Idempotency-Key', 'one, other'],
])('what a proxy has joined in %s is refused by its name', async (name, value) => {
  const { id } = await make();
  const headers = { [name]: value };
  expect(await api.call(`${path}/dataId/${id}`, { method: 'PUT', body: { n: 2 }, headers })).toMatchObject(refused(name));
  const file = await api.call(`${path}/import`, { body: [{ n: 3 }], headers });
  expect(file).toMatchObject(refused(name));
});

test('a refusal of If-Unmodified-Since names that header, and one of ifUpdatedAt that parameter', async () => {
  const { id } = await make();
  const address = `${path}/dataId/${id}`;
  const since = (value: string) => ({ headers: { 'If-Unmodified-Since': value } });
  expect(await api.call(address, { method: 'PUT', body: { n: 2 }, ...since('yesterday') })).toMatchObject({
    ...refused('If-Unmodified-Since'),
    body: { message: expect.stringMatching(/^If-Unmodified-Since must be/) },
  });
  const changed = { status: 409, body: { error: { code: 'conflict', details: [{ field: 'If-Unmodified-Since' }] } } };
  expect(await api.call(address, { method: 'DELETE', ...since('Wed, 01 Jan 2003 00:00:00 GMT') })).toMatchObject(changed);
  expect(await api.call(`${path}/dataId/absent-1?upsert=true`, { method: 'PUT', body: {}, ...since('2003-01-01') })).toMatchObject(changed);
  const given = await api.call(`${address}?ifUpdatedAt=2003-01-01`, { method: 'DELETE', ...since('2098-01-01') });
  expect(given).toMatchObject({ status: 409, body: { error: { details: [{ field: 'ifUpdatedAt' }] } } });
  expect((await api.call(address, { method: 'DELETE', ...since('2098-01-01') })).status).toBe(200);
});

test.each([
  ['PUT', '/dataId/ID', 'If-Match', '"abc"'],
  ['DELETE', '/dataId/ID', 'If-Match', '*'],
  ['PUT', '/dataId/ID?upsert=true', 'If-None-Match', '*'],
  ['POST', '', 'If-None-Match', '*'],
  ['PUT', '?n=1', 'If-Match', '"abc"'],
  ['DELETE', '?n=1', 'If-Unmodified-Since', '2098-01-01'],
  ['POST', '/import', 'If-Unmodified-Since', '2098-01-01'],
  ['POST', '/dataId/ID/restore', 'If-Unmodified-Since', '2098-01-01'],
])('%s %s does not look at %s, so it refuses it instead of writing', async (method, place, name, value) => {
  const { id } = await make();
  const before = (await api.call(`${path}/count`)).body.data.count;
  const body = place === '/import' ? [{ n: 3 }] : { n: 2 };
  const address = `${path}${place.replace('ID', id)}`;
  const sent = method === 'DELETE' || place.endsWith('restore') ? {} : { body };
  expect(await api.call(address, { method, ...sent, headers: { [name]: value } })).toMatchObject(refused(name));
  expect((await api.call(`${path}/count`)).body.data.count).toBe(before);
  expect((await api.call(`${path}/dataId/${id}`)).body.data.n).toBe(1);
});

test.each([
  ['POST', 'X-HTTP-Method-Override', 'DELETE'],
  ['POST', 'X-HTTP-Method', 'get'],
  ['GET', 'X-Method-Override', 'PUT'],
])('%s with %s: %s is refused by that name: it would be what it was not meant for', async (method, name, value) => {
  const before = (await api.call(`${path}/count`)).body.data.count;
  expect(await api.call(path, { method, ...(method === 'POST' && { body: { n: 2 } }), headers: { [name]: value } })).toMatchObject(
    refused(name),
  );
  expect((await api.call(`${path}/count`)).body.data.count).toBe(before);
});

test('a header that names the method which the request has changes nothing', async () => {
  const headers = { 'X-HTTP-Method-Override': 'post' };
  expect((await api.call(path, { method: 'POST', body: { n: 1 }, headers })).status).toBe(201);
});

test.each([
  ['?n=1', { dryRun: true }, 'dryRun'],
  ['?n=1', { n: 1 }, 'n'],
  ['/dataId/ID', { permanent: true }, 'permanent'],
  ['/dataId/ID', { ifUpdatedAt: '2003-01-01' }, 'ifUpdatedAt'],
  ['/import/none', { force: true }, 'force'],
])('DELETE %s does not look at its body %j, so it refuses it instead of deleting', async (place, body, field) => {
  const { id } = await make();
  expect(await api.call(`${path}${place.replace('ID', id)}`, { method: 'DELETE', body })).toMatchObject(refused(field));
  expect((await api.call(`${path}/dataId/${id}`)).status).toBe(200);
});

test('the parameters of a delete are no form either; an empty body and a record sent along say nothing of how it works', async () => {
  const [{ id }, { id: other }] = [await make(), await make()];
  const form = await fetch(`${api.origin}${path}/dataId/${id}`, {
    method: 'DELETE',
    headers: api.keyHeaders,
    body: new URLSearchParams({ permanent: 'true' }),
  });
  expect(form.status).toBe(400);
  expect((await api.call(`${path}/dataId/${id}`, { method: 'DELETE', body: {} })).status).toBe(200);
  expect((await api.call(`${path}/dataId/${other}`, { method: 'DELETE', body: { id: other, n: 1 } })).status).toBe(200);
});

test('a read takes conditions that caches add', async () => {
  const { id } = await make();
  const headers = { 'If-None-Match': '"abc"', 'If-Unmodified-Since': 'Wed, 01 Jan 2003 00:00:00 GMT' };
  expect((await api.call(`${path}/dataId/${id}`, { headers })).status).toBe(200);
});
