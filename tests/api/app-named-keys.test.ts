import type { ApiKey, ApiUsage, Project, Storage, UsageBreakdown } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { nextMailTo } from '../support/inbox.ts';
import { type Admin, aMember, anAdmin, aProject, aStorage, keysOf, type Person } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';
import { database } from '../support/target.ts';

let admin: Admin;
let other: Admin;
let developer: Person;
let project: Project;
let second: Project;
let orders: Storage;
let people: Storage;

beforeAll(async () => {
  [admin, other] = await Promise.all([anAdmin(), anAdmin('Olga Other')]);
  project = await aProject(admin);
  second = await aProject(admin, 'Second');
  orders = await aStorage(admin, project.id, 'orders');
  people = await aStorage(admin, project.id, 'users');
  developer = await aMember(admin, 'developer', project.id);
});

type NewKey = ApiKey & { apiKey: string };

function bodyOf(change: object = {}): object {
  return { name: 'Shop page', projectId: project.id, storages: [orders.id], verbs: ['read'], ...change };
}

async function aKey(change: object = {}): Promise<NewKey> {
  return (await mustCall<{ data: NewKey }>({ path: '/app/keys', token: admin.token, body: bodyOf(change) })).data;
}

/** The headers that a page sends: no secret. */
function as({ apiKey }: NewKey, headers: Record<string, string> = {}, projectId = project.id): { headers: Record<string, string> } {
  return { headers: { 'x-api-key': apiKey, 'x-project-id': projectId, ...headers } };
}

const altered = (apiKey: string) => apiKey.slice(0, -1) + (apiKey.endsWith('x') ? 'y' : 'x');
const records = (storage = orders) => `/api/${storage.storageKey}/${storage.id}`;
const denied = (text: string) => ({ status: 403, body: { message: expect.stringContaining(text), error: { code: 'permission-denied' } } });

test('a named key does what it names without a secret, and nothing else', async () => {
  const key = await aKey();
  expect(key.apiKey).toMatch(/^bpk_[\w-]{44}$/);
  expect((await call({ path: records(), ...as(key) })).status).toBe(200);
  expect((await call({ path: `${records()}/count`, ...as(key) })).status).toBe(200);
  expect(await call({ path: records(), ...as(key), body: { n: 1 } })).toMatchObject(denied('"create"'));
  expect(await call({ path: records(people), ...as(key) })).toMatchObject(denied(people.id));
  expect(await call({ method: 'DELETE', path: `${records()}/dataId/x`, ...as(key) })).toMatchObject(denied('"delete"'));
  expect(await call({ method: 'PUT', path: `${records()}/dataId/x`, ...as(key), body: {} })).toMatchObject(denied('"update"'));
  expect(await call({ path: `/api/users/${people.id}/authenticate`, ...as(key), body: {} })).toMatchObject(denied('"authenticate"'));
  expect(
    await call({ path: '/api/batch', ...as(key), body: { writes: [{ op: 'create', storageId: orders.id, data: { n: 1 } }] } }),
  ).toMatchObject(denied('"create"'));
  expect((await call({ path: records(), ...as(key, {}, second.id) })).status).toBe(401);
  expect((await call({ path: records(), ...as(key, { 'x-api-key': altered(key.apiKey) }) })).status).toBe(401);
  const { docs } = await database().collection(`storages/${orders.id}/records`).get();
  expect(docs).toEqual([]);
});

test('a live token needs the right to read each storage', async () => {
  const key = await aKey();
  expect((await call({ path: '/api/livesync/token', ...as(key), body: { storageKeys: ['orders'] } })).status).toBe(200);
  expect(await call({ path: '/api/livesync/token', ...as(key), body: { storageKeys: ['orders', 'users'] } })).toMatchObject(
    denied(people.id),
  );
  const writer = await aKey({ verbs: ['create'] });
  expect(await call({ path: '/api/livesync/token', ...as(writer), body: { storageKeys: ['orders'] } })).toMatchObject(denied('"read"'));
});

test('a key for web pages works from their origins only', async () => {
  const key = await aKey({ origins: ['https://shop.example.com', 'http://localhost:5173'] });
  expect((await call({ path: records(), ...as(key, { origin: 'https://shop.example.com' }) })).status).toBe(200);
  expect(await call({ path: records(), ...as(key, { origin: 'https://evil.example.com' }) })).toMatchObject(
    denied('https://evil.example.com'),
  );
  expect(await call({ path: records(), ...as(key) })).toMatchObject(denied('Origin'));
});

test('a key ends by time, by its switch and by removal', async () => {
  const key = await aKey({ expiresAt: new Date(Date.now() + 1500).toISOString(), storages: ['*'], verbs: ['read', 'create'] });
  expect((await call({ path: records(), ...as(key), body: { n: 1 } })).status).toBe(201);
  await expect.poll(() => call({ path: records(), ...as(key) })).toMatchObject(denied('expired at'));
  const change = (body: object) => call({ method: 'PUT', path: `/app/keys/${key.id}`, token: admin.token, body });
  expect(await change({ expiresAt: null, active: false })).toMatchObject({ status: 200 });
  expect((await call({ path: records(), ...as(key) })).status).toBe(401);
  expect(await change({ active: true, verbs: ['create'] })).toMatchObject({
    status: 200,
    body: { data: { verbs: ['create'], active: true } },
  });
  expect(await call({ path: records(), ...as(key) })).toMatchObject(denied('"read"'));
  expect((await call({ method: 'DELETE', path: `/app/keys/${key.id}`, token: admin.token })).status).toBe(200);
  expect((await call({ path: records(), ...as(key), body: { n: 1 } })).status).toBe(401);
});

test('the list shows every key, and no key itself', async () => {
  const key = await aKey({ name: 'Listed' });
  const { body, text } = await call<{ data: ApiKey[] }>({ path: `/app/keys?projectId=${project.id}`, token: admin.token });
  expect(body.data[0]).toMatchObject({ kind: 'account', projectId: null, active: true, storages: ['*'] });
  expect(body.data.find(({ id }) => id === key.id)).toMatchObject({
    kind: 'scoped',
    name: 'Listed',
    ending: key.apiKey.slice(-4),
    lastUsedAt: null,
    calls: 0,
  });
  for (const secret of [key.apiKey, admin.apiKey, admin.secretKey]) expect(text).not.toContain(secret);
  expect(JSON.stringify((await database().doc(`apiKeys/${key.id}`).get()).data())).not.toContain(key.apiKey);
  const elsewhere = await mustCall<{ data: ApiKey[] }>({ path: `/app/keys?projectId=${second.id}`, token: admin.token });
  expect(elsewhere.data.map(({ kind }) => kind)).toEqual(['account']);
});

scenarios('keys are guarded', [
  { name: 'a developer sees no keys', send: () => ({ path: '/app/keys', token: developer.token }), status: 403 },
  { name: 'a developer makes no keys', send: () => ({ path: '/app/keys', token: developer.token, body: bodyOf() }), status: 403 },
  { name: 'another tenant’s project is 404', send: () => ({ path: '/app/keys', token: other.token, body: bodyOf() }), status: 404 },
  {
    name: 'another tenant’s key cannot be changed',
    send: async () => ({ method: 'PUT', path: `/app/keys/${(await aKey()).id}`, token: other.token, body: { name: 'Mine' } }),
    status: 404,
  },
  {
    name: 'another tenant’s key cannot be removed',
    send: async () => ({ method: 'DELETE', path: `/app/keys/${(await aKey()).id}`, token: other.token }),
    status: 404,
  },
  {
    name: 'a storage of elsewhere is refused',
    send: () => ({ path: '/app/keys', token: admin.token, body: bodyOf({ storages: ['elsewhere'] }) }),
    status: 400,
    field: 'storages',
  },
  {
    name: 'an unknown verb is refused',
    send: () => ({ path: '/app/keys', token: admin.token, body: bodyOf({ verbs: ['drop'] }) }),
    status: 400,
    field: 'verbs.0',
  },
  {
    name: 'a key without verbs is refused',
    send: () => ({ path: '/app/keys', token: admin.token, body: bodyOf({ verbs: [] }) }),
    status: 400,
    field: 'verbs',
  },
  {
    name: 'an origin with a path is refused',
    send: () => ({ path: '/app/keys', token: admin.token, body: bodyOf({ origins: ['https://a.example/x'] }) }),
    status: 400,
    field: 'origins.0',
  },
  {
    name: 'an origin with a wildcard, which no page has, is refused',
    send: () => ({ path: '/app/keys', token: admin.token, body: bodyOf({ origins: ['https://*.example.com'] }) }),
    status: 400,
    field: 'origins.0',
  },
  {
    name: 'an end in the past is refused',
    send: () => ({ path: '/app/keys', token: admin.token, body: bodyOf({ expiresAt: '2020-01-01T00:00:00Z' }) }),
    status: 400,
    field: 'expiresAt',
  },
  {
    name: 'a limit of nothing is refused',
    send: () => ({ path: '/app/keys', token: admin.token, body: bodyOf({ requestsPerMinute: 0 }) }),
    status: 400,
    field: 'requestsPerMinute',
  },
]);

test('each answer tells of the key’s rate, and beyond it comes 429 with the time to wait', async () => {
  const key = await aKey({ requestsPerMinute: 5 });
  const answers = [];
  for (let i = 0; i < 6; i += 1) answers.push(await call({ path: records(), ...as(key) }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['4', '3', '2', '1', '0', '0']);
  expect(answers[0]?.headers.get('ratelimit-limit')).toBe('5');
  expect(Number(answers[5]?.headers.get('ratelimit-reset'))).toBeGreaterThan(0);
  expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answers[5]?.body.error?.code).toBe('too-many-requests');
  const account = await call({ path: records(), ...keysOf(admin, project.id) });
  expect(Number(account.headers.get('ratelimit-remaining'))).toBeGreaterThan(50_000);
});

test('one client of a key cannot use up what the others have', async () => {
  const key = await aKey({ requestsPerMinutePerClient: 3 });
  const from = async (network: Record<string, string>) => (await call({ path: records(), ...as(key, network) })).status;
  const [one, two] = [{ 'x-forwarded-for': '203.0.114.7' }, { 'x-forwarded-for': '203.0.114.8' }];
  expect([await from(one), await from(one), await from(one), await from(one)]).toEqual([200, 200, 200, 429]);
  expect(await from(two)).toBe(200);
});

test('a changed pair goes on beside the new one only for the overlap that was asked for', async () => {
  const owner = await anAdmin();
  const shop = await aProject(owner);
  const things = await aStorage(owner, shop.id, 'things');
  const path = `/api/things/${things.id}`;
  const rotate = (body?: object) =>
    call({ method: 'POST', path: '/app/authentication/changeUserKeys', token: owner.token, ...(body ? { body } : {}) });
  for (const overlapHours of [25, 0, 0.5, 1.5, null]) {
    expect(await rotate({ overlapHours })).toMatchObject({ status: 400, body: { error: { details: [{ field: 'overlapHours' }] } } });
  }
  expect((await rotate({ overlapHours: 24 })).status).toBe(200);
  expect((await call({ path, ...keysOf(owner, shop.id) })).status).toBe(200);
  const { data } = await mustCall<{ data: { apiKey: string; secretKey: string } }>({ path: '/app/users/getUser', token: owner.token });
  const renewed = { ...owner, ...data };
  expect(renewed.apiKey).not.toBe(owner.apiKey);
  expect((await call({ path, ...keysOf(renewed, shop.id) })).status).toBe(200);
  expect((await rotate()).status).toBe(200);
  expect((await call({ path, ...keysOf(owner, shop.id) })).status).toBe(401);
  expect((await call({ path, ...keysOf(renewed, shop.id) })).status).toBe(401);
});

// Covers S1-3-09, S1-3-10, S1-7-46, S2-3-06, S2-3-07, S2-7-04
test('the account’s usage, for every member', async () => {
  for (const person of [admin, developer]) {
    const { data } = await mustCall<{ data: ApiUsage }>({ path: '/app/apiUsage', token: person.token });
    expect(data.usage).toMatchObject({ usage: expect.any(Number), limit: 30_000 });
    expect(data.usage.usage).toBeGreaterThan(0);
    expect(data.limit).toMatchObject({
      tier: 'free',
      isActive: false,
      subscriptionStatus: 'none',
      product: null,
      expiresAt: null,
      stripeSubscriptionId: null,
    });
    expect(data.paymentMethod).toBeNull();
    expect((await mustCall<{ data: number }>({ path: '/app/apiUsage/user/total-usage', token: person.token })).data).toBe(0);
  }
  await database().doc(`tenants/${admin.tenantId}`).update({ extraCredits: 4000 });
  expect((await mustCall<{ data: number }>({ path: '/app/apiUsage/user/total-usage', token: admin.token })).data).toBe(4000);
  expect((await call({ path: '/app/apiUsage/breakdown', token: developer.token })).status).toBe(403);
});

test('usage is told by storage, key and verb, and the last use of a key, within a minute', async () => {
  const key = await aKey({ name: 'Counted', verbs: ['read', 'create'] });
  await mustCall({ path: records(), ...as(key), body: { n: 1 } });
  for (let i = 0; i < 3; i += 1) await mustCall({ path: records(), ...as(key) });
  const breakdown = () =>
    mustCall<{ data: UsageBreakdown }>({ path: `/app/apiUsage/breakdown?projectId=${project.id}`, token: admin.token });
  await expect
    .poll(async () => (await breakdown()).data.byKey.find(({ keyId }) => keyId === key.id)?.calls, { timeout: 80_000, interval: 1000 })
    .toBe(4);
  const { data } = await breakdown();
  expect(data.byStorage.find(({ storageId }) => storageId === orders.id)?.verbs).toMatchObject({
    read: expect.any(Number),
    create: expect.any(Number),
  });
  const keys = await mustCall<{ data: ApiKey[] }>({ path: '/app/keys', token: admin.token });
  expect(keys.data.find(({ id }) => id === key.id)).toMatchObject({ calls: 4, lastUsedAt: expect.any(String) });
});

test('the owner gets a mail at 50, 80 and 100 percent, once each, and beyond the end calls are refused', async () => {
  const owner = await anAdmin();
  const shop = await aProject(owner);
  const things = await aStorage(owner, shop.id, 'things');
  const path = `/api/things/${things.id}`;
  const ref = database().doc(`tenants/${owner.tenantId}`);
  await ref.update({ 'plan.usageLimit': 40 });
  const seen = [(await nextMailTo(owner.email)).id];
  const subjects: string[] = [];
  const nextSubject = async () => {
    const mail = await nextMailTo(owner.email, seen);
    seen.push(mail.id);
    subjects.push(mail.subject);
  };
  const serve = async (most: number) => {
    for (let i = 0; i < most; i += 1) {
      const { status } = await call({ path, ...keysOf(owner, shop.id) });
      if (status !== 200) return status;
    }
    return 200;
  };
  expect(await serve(22)).toBe(200);
  await nextSubject();
  await serve(11);
  await nextSubject();
  expect(await serve(40)).toBe(429);
  await nextSubject();
  expect(subjects).toEqual([
    '50 % of your API credits are used',
    '80 % of your API credits are used',
    'Your API credits of this month are used up',
  ]);
  const refused = await call({ path, ...keysOf(owner, shop.id) });
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'credits-exhausted' } } });
  expect(refused.headers.get('x-credits-remaining')).toBe('0');
  expect((await mustCall<{ data: ApiUsage }>({ path: '/app/apiUsage', token: owner.token })).data.usage).toMatchObject({
    usage: 40,
    limit: 40,
    remaining: 0,
  });
  await ref.update({ extraCredits: 10 });
  await expect.poll(() => serve(1), { timeout: 15_000, interval: 500 }).toBe(200);
});
