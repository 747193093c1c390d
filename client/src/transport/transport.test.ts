import { expect, test } from 'vitest';
import { createClient } from '../bedplate.ts';
import { BedplateError } from './errors.ts';
import { apiBase } from './transport.ts';

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | Error;

/** A server that gives these answers in turn and keeps what it was asked. */
function server(...answers: Answer[]) {
  const seen: { url: string; method: string; headers: Record<string, string>; body: unknown }[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    seen.push({ url: String(url), method: init?.method ?? 'GET', headers: init?.headers as Record<string, string>, body: init?.body });
    const answer = answers[Math.min(seen.length, answers.length) - 1];
    if (!answer || answer instanceof Error) throw answer ?? new Error('no answer');
    const { status = 200, body = { success: true, data: {} }, headers } = answer;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
  };
  const client = createClient({ endpoint: 'http://api.test/', projectId: 'p1', apiKey: 'k', secretKey: 's', fetch, timeout: 200 });
  return { client, seen, orders: client.storage<{ title: string; amount: number }>('orders', 's1') };
}

test('a request carries the project and the keys', async () => {
  const { orders, seen } = server({});
  await orders.get('r 1');
  expect(seen[0]).toMatchObject({
    url: 'http://api.test/api/orders/s1/dataId/r%201',
    method: 'GET',
    headers: { 'X-Project-ID': 'p1', 'X-API-Key': 'k', 'X-Secret-Key': 's' },
  });
  expect(seen[0]?.headers['Idempotency-Key']).toBeUndefined();
});

test.each(['.', '..'])('an id that would lead to another address is not sent: %s', async (id) => {
  const { client, orders, seen } = server({});
  for (const call of [orders.get(id), orders.delete(id), orders.restore(id), client.storage('..', 's1').list()]) {
    await expect(call).rejects.toMatchObject({ code: 'invalid-argument', status: 0 });
  }
  expect(seen).toEqual([]);
  await orders.get('...');
  expect(seen[0]?.url).toBe('http://api.test/api/orders/s1/dataId/...');
});

test('a token function that throws is a refusal of this package, and nothing is sent', async () => {
  let sent = 0;
  const failing = (error: Error) =>
    createClient({
      endpoint: 'http://api.test',
      projectId: 'p1',
      token: async () => {
        throw error;
      },
      fetch: async () => {
        sent += 1;
        return Response.json({});
      },
    }).storage('orders', 's1');
  const cause = new Error('signed out');
  const refused = failing(cause).list();
  await expect(refused).rejects.toBeInstanceOf(BedplateError);
  await expect(refused).rejects.toMatchObject({ code: 'unauthenticated', status: 0, cause });
  const own = new BedplateError('permission-denied', 'No.', { status: 403 });
  await expect(failing(own).list()).rejects.toBe(own);
  expect(sent).toBe(0);
});

test('a token is sent as a bearer, fresh for each request', async () => {
  const headers: Record<string, string>[] = [];
  let n = 0;
  const client = createClient({
    endpoint: 'http://api.test',
    projectId: 'p1',
    token: async () => `t${++n}`,
    fetch: async (_, init) => {
      headers.push(init?.headers as Record<string, string>);
      return Response.json({ success: true, data: {} });
    },
  });
  await client.storage('orders', 's1').get('a');
  await client.storage('orders', 's1').get('b');
  expect(headers.map((h) => h.Authorization)).toEqual(['Bearer t1', 'Bearer t2']);
  expect(headers[0]).not.toHaveProperty('X-API-Key');
});

test('a refusal becomes a BedplateError with code, status, request id and details', async () => {
  const details = [{ field: 'amount', message: 'Too big.' }];
  const { orders } = server({
    status: 400,
    body: { success: false, message: 'No.', error: { code: 'invalid-argument', requestId: 'r1', details } },
  });
  const error = await orders.create({ title: 'a', amount: 1 }).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(BedplateError);
  expect(error).toMatchObject({ code: 'invalid-argument', status: 400, requestId: 'r1', message: 'No.', details });
});

test("an answer that is not the product's own still becomes a BedplateError", async () => {
  const { orders } = server({ status: 502, body: '<html>Bad gateway</html>', headers: { 'x-request-id': 'edge' } });
  await expect(orders.get('a')).rejects.toMatchObject({ code: 'unavailable', status: 502, requestId: 'edge' });
});

test('a write is retried with the same Idempotency-Key', async () => {
  const { orders, seen } = server(
    new TypeError('connection reset'),
    { status: 503 },
    { status: 201, body: { success: true, data: { id: 'r1' } } },
  );
  expect(await orders.create({ title: 'a', amount: 1 })).toEqual({ id: 'r1' });
  const keys = seen.map((s) => s.headers['Idempotency-Key']);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(keys).size).toBe(1);
  expect(seen).toHaveLength(3);
});

test('the caller may name the Idempotency-Key', async () => {
  const { orders, seen } = server({});
  await orders.delete('r1', { idempotencyKey: 'mine', permanent: true });
  expect(seen[0]).toMatchObject({ url: 'http://api.test/api/orders/s1/dataId/r1?permanent=true', headers: { 'Idempotency-Key': 'mine' } });
});

test('without an Idempotency-Key a write is sent once', async () => {
  const { orders, seen } = server({ status: 503 });
  await expect(orders.update('r1', { amount: 2 }, { idempotencyKey: false })).rejects.toMatchObject({ status: 503 });
  expect(seen.map((s) => 'Idempotency-Key' in s.headers)).toEqual([false]);
});

test('it gives up after two retries', async () => {
  const { orders, seen } = server(new TypeError('down'));
  await expect(orders.get('a')).rejects.toMatchObject({ code: 'network', status: 0 });
  expect(seen).toHaveLength(3);
});

test.each([400, 401, 403, 404, 409, 413, 422, 500])('a %i is not retried', async (status) => {
  const { orders, seen } = server({ status, body: { success: false, message: 'No.' } });
  await expect(orders.get('a')).rejects.toMatchObject({ status });
  expect(seen).toHaveLength(1);
});

test('what staff have switched off is not retried, nor a maintenance that lasts', async () => {
  const off = server({ status: 503, body: { success: false, error: { code: 'feature-off' } } });
  await expect(off.orders.get('a')).rejects.toMatchObject({ code: 'feature-off', status: 503 });
  expect(off.seen).toHaveLength(1);
  const long = server({ status: 503, headers: { 'retry-after': '3600' }, body: { success: false, error: { code: 'maintenance' } } });
  await expect(long.orders.get('a')).rejects.toMatchObject({ code: 'maintenance' });
  expect(long.seen).toHaveLength(1);
});

test('an exhausted plan is not retried, a short rate limit is', async () => {
  const spent = server({ status: 429, body: { success: false, message: 'Spent.', error: { code: 'credits-exhausted', requestId: 'r' } } });
  await expect(spent.orders.get('a')).rejects.toMatchObject({ code: 'credits-exhausted' });
  expect(spent.seen).toHaveLength(1);
  const busy = server({ status: 429, body: { success: false, error: { code: 'too-many-requests' } } }, {});
  await busy.orders.get('a');
  expect(busy.seen).toHaveLength(2);
  const long = server({ status: 429, headers: { 'retry-after': '60' }, body: { success: false, error: { code: 'too-many-requests' } } });
  await expect(long.orders.get('a')).rejects.toMatchObject({ code: 'too-many-requests' });
  expect(long.seen).toHaveLength(1);
});

test('an attempt without an answer ends with timeout, a cancelled one with aborted', async () => {
  const client = createClient({ endpoint: 'http://api.test', projectId: 'p', apiKey: 'k', fetch: hang, timeout: 20, retries: 0 });
  await expect(client.storage('o', 's').get('a')).rejects.toMatchObject({ code: 'timeout' });
  const controller = new AbortController();
  const waiting = client.storage('o', 's').get('a', { signal: controller.signal });
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
});

test('an upload is a form with the file and its field name', async () => {
  const { orders, seen } = server({ body: { success: true, url: 'u', name: 'a.txt', size: 2, type: 'text/plain' } });
  const answer = await orders.upload('r1', 'title', new Blob(['hi'], { type: 'text/plain' }), { name: 'a.txt' });
  expect(answer.url).toBe('u');
  expect(seen[0]?.url).toBe('http://api.test/api/orders/s1/dataId/r1/upload?fieldName=title');
  const file = (seen[0]!.body as FormData).get('file') as File;
  expect([file.name, await file.text()]).toEqual(['a.txt', 'hi']);
  expect(seen[0]?.headers).not.toHaveProperty('Content-Type');
});

test('users sign up and authenticate; authenticate writes nothing, so it needs no Idempotency-Key', async () => {
  const { client, seen } = server({ body: { success: true, data: { id: 'u1', username: 'ada' }, accessToken: 't' } });
  const users = client.users('s9');
  await users.signUp({ username: 'ada', email: 'ada@example.com', password: 'pw-12345' });
  const { user, accessToken } = await users.authenticate('ada', 'pw-12345');
  expect([user.username, accessToken]).toEqual(['ada', 't']);
  expect(seen.map((s) => [s.url, 'Idempotency-Key' in s.headers])).toEqual([
    ['http://api.test/api/users/s9', true],
    ['http://api.test/api/users/s9/authenticate', false],
  ]);
});

test('the endpoint may come with a slash or with /api', () => {
  expect(['https://a.b', 'https://a.b/', 'https://a.b/api', 'https://a.b/api/'].map(apiBase)).toEqual(Array(4).fill('https://a.b/api'));
});

const hang: typeof fetch = (_, init) =>
  new Promise((_, reject) => {
    init?.signal?.throwIfAborted();
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });
