import { expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { scenarios } from '../support/scenarios.ts';
import { database } from '../support/target.ts';

const login = '/app/authentication/login';

scenarios('any request to the application API', [
  // Covers S0-7-03
  { name: 'an unknown path answers JSON', send: { path: '/app/nope' }, status: 404, code: 'not-found' },
  { name: 'a method that a path does not offer', send: { method: 'DELETE', path: '/app/health' }, status: 405, code: 'method-not-allowed' },
  { name: 'malformed JSON answers JSON', send: { path: login, body: '{"email":' }, status: 400, code: 'malformed-json' },
  { name: 'JSON with a trailing comma', send: { path: login, body: '{"email":"a",}' }, status: 400, code: 'malformed-json' },
  {
    name: 'bytes that are not UTF-8',
    send: { path: login, body: new Uint8Array([0x22, 0xff, 0x22]) },
    status: 400,
    code: 'malformed-json',
  },
  { name: 'a body that is a list', send: { path: login, body: [] }, status: 400, code: 'invalid-argument' },
  { name: 'a body that is null', send: { path: login, body: 'null' }, status: 400, code: 'invalid-argument' },
  { name: 'no body where one is needed', send: { method: 'POST', path: login }, status: 400, field: 'email' },
  {
    name: 'a form instead of JSON',
    send: { path: login, body: 'email=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    status: 415,
    code: 'unsupported-media-type',
  },
  {
    name: 'a compressed body',
    send: { path: login, body: '{}', headers: { 'content-encoding': 'gzip' } },
    status: 415,
    code: 'unsupported-media-type',
  },
  { name: 'a body above 1 MiB', send: { path: login, body: `"${'x'.repeat(1_048_576)}"` }, status: 413, code: 'payload-too-large' },
  { name: 'hundred thousand nested lists', send: { path: login, body: '['.repeat(100_000) }, status: 400 },
  { name: 'a field given twice in the query', send: { path: '/app/projects?page=1&page=2' }, status: 401 },
  { name: 'a bearer of 7,000 characters', send: { path: '/app/projects', token: 'x'.repeat(7000) }, status: 401, code: 'unauthenticated' },
  { name: 'a header that is no bearer', send: { path: '/app/projects', headers: { authorization: 'Basic YTpi' } }, status: 401 },
  { name: 'a path of the data API below the two that belong here', send: { path: '/api/superadmin/nope' }, status: 404 },
]);

test('every answer names its request and is never taken for a page', async () => {
  for (const path of ['/app/health', '/app/nope', '/app/projects']) {
    const { headers } = await call({ path });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

// Covers S0-7-04
test('visitors may ask for the configuration, the health and the plans, also with an empty bearer', async () => {
  for (const path of ['/app/config', '/app/health', '/app/subscriptions/premium-products', '/api/subscriptions/premium-products']) {
    expect(await call({ path, headers: { authorization: 'Bearer ' } })).toMatchObject({ status: 200, body: { success: true } });
  }
});

// Covers S2-7-03
test('the plans are listed cheapest first without a token, and none that is no longer sold', async () => {
  const plan = { description: 'For developers', tier: 'pro', currency: 'usd', recurring: true, interval: 'month', usageLimit: 100_000 };
  const products = database().collection('products');
  const ids = ['test-scale', 'test-pro', 'test-gone'];
  const [scale, pro, gone] = ids.map((id) => products.doc(id));
  await scale?.set({ ...plan, name: 'Scale', price: 49, deletedAt: null });
  await pro?.set({ ...plan, name: 'Pro', price: 19, deletedAt: null });
  await gone?.set({ ...plan, name: 'Gone', price: 9, deletedAt: new Date() });
  try {
    const { data } = await mustCall<{ data: { id: string }[] }>({ path: '/app/subscriptions/premium-products' });
    const listed = data.filter(({ id }) => ids.includes(id));
    expect(listed.map(({ id }) => id)).toEqual(['test-pro', 'test-scale']);
    expect(listed[0]).toEqual({ id: 'test-pro', ...plan, name: 'Pro', price: 19, mostChosen: false });
  } finally {
    await Promise.all(ids.map((id) => products.doc(id).delete()));
  }
});

test('the configuration has what a browser needs and nothing else', async () => {
  const { body } = await call<{ data: object }>({ path: '/app/config' });
  const names = ['emulators', 'firebase', 'googleClientId', 'platform', 'stripePublishableKey', 'stripeScript'];
  expect(Object.keys(body.data).sort()).toEqual(names);
  expect(body.data).toMatchObject({ firebase: { projectId: 'demo-bedplate', apiKey: expect.stringMatching(/./) } });
});
