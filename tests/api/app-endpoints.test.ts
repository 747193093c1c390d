import { createHmac } from 'node:crypto';
import type { Delivery, Endpoint, Pagination, Project, Storage } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { type Listener, startListener } from '../support/listener.ts';
import { type Admin, aMember, anAdmin, aProject, aStorage, aSuperadmin, keysOf, type Person } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';

let admin: Admin;
let other: Admin;
let superadmin: Person;
let developer: Person;
let user: Person;
let manager: Person;
let project: Project;
let storage: Storage;
let foreign: Storage;
let listener: Listener;

beforeAll(async () => {
  [admin, other, superadmin] = await Promise.all([anAdmin(), anAdmin('Olga Other'), aSuperadmin()]);
  project = await aProject(admin);
  storage = await aStorage(admin, project.id, 'orders', true);
  foreign = await aStorage(other, (await aProject(other)).id, 'orders');
  developer = await aMember(admin, 'developer', project.id);
  user = await aMember(admin, 'user', project.id);
  manager = await aMember(admin, 'manager', project.id);
  listener = await startListener();
});
afterAll(() => listener.close());

interface List {
  data: Endpoint[];
  pagination: Pagination;
}

function list(person: Person, query = '', projectId = project.id) {
  return mustCall<List>({ path: `/app/project/${projectId}/endpoints${query}`, token: person.token });
}

async function aWebhook(input: object, token = admin.token): Promise<Endpoint> {
  const body = { dataStorageId: storage.id, type: 'webhook', ...input };
  return (await mustCall<{ data: Endpoint }>({ path: `/app/project/${project.id}/endpoints`, token, body })).data;
}

async function anApiNote(dataStorageId: string): Promise<Endpoint> {
  const body = { dataStorageId, type: 'api', functionality: 'receiver', method: 'get', endpoint: 'https://example.com/note' };
  return (await mustCall<{ data: Endpoint }>({ path: `/app/project/${project.id}/endpoints`, token: admin.token, body })).data;
}

async function firstRow(): Promise<Endpoint> {
  const { data } = await list(admin);
  if (!data[0]) throw new Error('The project has no endpoints.');
  return data[0];
}

const records = () => `/api/orders/${storage.id}`;

// Covers S1-2.4-08, S1-3-04, S1-2.4-07
test('creating a storage adds its REST endpoints, which carry every field', async () => {
  const { data } = await list(admin);
  expect(data.map(({ method }) => method)).toEqual(['get', 'post', 'put']);
  for (const row of data) {
    expect(row).toMatchObject({
      id: expect.stringMatching(/./),
      userId: admin.id,
      user: { name: admin.name },
      dataStorageId: storage.id,
      dataStorage: { storageName: 'My orders' },
      type: 'api',
      functionality: expect.stringMatching(/^(sender|receiver)$/),
      endpoint: expect.stringContaining(`${records()}`),
      headers: ['X-API-Key', 'X-Secret-Key', 'X-Project-ID'],
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  }
});

test('a generated address follows the storage’s key', async () => {
  const own = await aStorage(admin, project.id, 'drafts');
  await mustCall({
    method: 'PUT',
    path: `/app/project/${project.id}/dataStorages/${own.id}`,
    token: admin.token,
    body: { newStorageKey: 'papers' },
  });
  const { data } = await list(admin, '?search=papers');
  expect(data).toHaveLength(3);
  await mustCall({ method: 'DELETE', path: `/app/project/${project.id}/dataStorages/${own.id}`, token: admin.token });
  expect((await list(admin, '?search=papers')).data).toEqual([]);
});

// Covers S1-2.4-02, S1-3-08, S1-7-06, S1-7-07
test('search, page and order work as asked', async () => {
  for (const term of ['ORDERS', 'my ord', 'PUT', storage.id]) expect((await list(admin, `?search=${term}`)).data.length).toBeGreaterThan(0);
  expect((await list(admin, '?search=nothing-has-this')).data).toEqual([]);
  const paged = await list(admin, '?page=2&limit=2');
  expect(paged.pagination).toMatchObject({ page: 2, limit: 2, totalCount: expect.any(Number), totalPages: expect.any(Number) });
  expect((await list(admin)).pagination.limit).toBe(12);
  const ascending = (await list(admin)).data.map(({ id }) => id);
  expect((await list(admin, '?sortOrder=desc')).data.map(({ id }) => id)).toEqual(ascending.toReversed());
  expect((await list(admin, '?sortOrder=ASC')).data.map(({ id }) => id)).toEqual(ascending);
});

// Covers S1-7-25, S1-7-26
test('a change changes its fields and a removal takes the row away', async () => {
  const second = await aStorage(admin, project.id, 'invoices');
  const row = await anApiNote(second.id);
  const body = { dataStorageId: storage.id, endpoint: 'https://example.com/mine', type: 'api', functionality: 'receiver', method: 'post' };
  const answer = await call<{ data: Endpoint }>({ method: 'PUT', path: `/app/endpoints/${row.id}`, token: developer.token, body });
  expect(answer).toMatchObject({ status: 200, body: { message: 'Endpoint updated successfully', data: body } });
  expect((await list(admin)).data.find(({ id }) => id === row?.id)).toMatchObject(body);
  expect((await list(admin, '?type=webhook')).data.filter(({ type }) => type === 'api')).toEqual([]);
  expect((await list(admin, '?type=api')).data.map(({ id }) => id)).toContain(row.id);
  await mustCall({ method: 'DELETE', path: `/app/endpoints/${row?.id}`, token: developer.token });
  expect((await list(admin)).data.map(({ id }) => id)).not.toContain(row?.id);
  expect((await call({ method: 'DELETE', path: `/app/endpoints/${row?.id}`, token: admin.token })).status).toBe(404);
  await mustCall({ method: 'DELETE', path: `/app/project/${project.id}/dataStorages/${second.id}`, token: admin.token });
});

// Covers S1-2.4-08, S1-7-25, S1-7-26
test('a generated endpoint keeps its address, and no endpoint leaves its project', async () => {
  const row = await firstRow();
  const change = (id: string, body: object) =>
    call<{ data: Endpoint }>({ method: 'PUT', path: `/app/endpoints/${id}`, token: admin.token, body });
  const second = await aStorage(admin, project.id, 'papers');
  for (const body of [{ endpoint: 'https://example.com/x' }, { dataStorageId: second.id }, { type: 'webhook' }, { method: 'put' }]) {
    expect(await change(row.id, body)).toMatchObject({ status: 400, body: { error: { key: 'endpointGenerated' } } });
  }
  const removed = await call({ method: 'DELETE', path: `/app/endpoints/${row.id}`, token: admin.token });
  expect(removed).toMatchObject({ status: 400, body: { error: { key: 'endpointStays' } } });
  const { id, updatedAt, ...kept } = await firstRow();
  expect({ id, updatedAt, ...kept }).toEqual(row);
  const described = await change(id, { ...kept, functionality: 'sender' });
  expect(described.body.data).toMatchObject({ ...kept, functionality: 'sender', updatedAt: expect.any(String) });
  await change(id, { functionality: row.functionality });

  const note = await anApiNote(second.id);
  expect(note).toMatchObject({ generated: false, endpoint: 'https://example.com/note', headers: [] });
  const elsewhere = await aProject(admin);
  const foreign = await aStorage(admin, elsewhere.id, 'tickets');
  expect(await change(note.id, { dataStorageId: foreign.id })).toMatchObject({ status: 400, body: { error: { key: 'endpointProject' } } });
  expect((await list(admin)).data.find((each) => each.id === note.id)).toMatchObject({ projectId: project.id, dataStorageId: second.id });
  await mustCall({ method: 'DELETE', path: `/app/project/${project.id}/dataStorages/${second.id}`, token: admin.token });
});

// Covers S1-6-11, S1-6-16
test('readers see the list, and a token only who may write', async () => {
  const sender = await aWebhook({ functionality: 'sender' });
  for (const person of [admin, developer])
    expect((await list(person)).data.find(({ id }) => id === sender.id)?.endpoint).toBe(sender.endpoint);
  for (const person of [user, superadmin]) {
    const row = (await list(person)).data.find(({ id }) => id === sender.id);
    expect(row?.endpoint).toMatch(/\/api\/hooks\/\*+$/);
  }
  await mustCall({ method: 'DELETE', path: `/app/endpoints/${sender.id}`, token: admin.token });
});

scenarios('endpoints are guarded', [
  {
    // Covers S1-6-11
    name: 'a manager reads no list',
    send: () => ({ path: `/app/project/${project.id}/endpoints`, token: manager.token }),
    status: 403,
  },
  ...(['user', 'manager', 'superadmin'] as const).map((role) => ({
    // Covers S1-6-12, S1-6-16
    name: `a ${role} changes nothing`,
    send: async () => ({
      method: 'PUT',
      path: `/app/endpoints/${(await firstRow()).id}`,
      token: { user, manager, superadmin }[role].token,
      body: { method: 'get' },
    }),
    status: 403,
    code: 'permission-denied' as const,
  })),
  ...(['user', 'manager', 'superadmin'] as const).map((role) => ({
    // Covers S1-6-12, S1-6-16
    name: `a ${role} removes nothing`,
    send: async () => ({
      method: 'DELETE',
      path: `/app/endpoints/${(await firstRow()).id}`,
      token: { user, manager, superadmin }[role].token,
    }),
    status: 403,
  })),
  ...['PUT', 'DELETE'].map((method) => ({
    // Covers S1-6-17
    name: `${method} of another tenant’s endpoint is 404`,
    send: async () => ({
      method,
      path: `/app/endpoints/${(await firstRow()).id}`,
      token: other.token,
      ...(method === 'PUT' ? { body: { method: 'get' } } : {}),
    }),
    status: 404,
  })),
  {
    // Covers S1-6-17
    name: 'the list of another tenant is 404',
    send: () => ({ path: `/app/project/${project.id}/endpoints`, token: other.token }),
    status: 404,
  },
  {
    // Covers S1-6-17
    name: 'an endpoint cannot move to another tenant’s storage',
    send: async () => ({
      method: 'PUT',
      path: `/app/endpoints/${(await firstRow()).id}`,
      token: admin.token,
      body: { dataStorageId: foreign.id },
    }),
    status: 404,
  },
  {
    name: 'a receiving webhook needs an address',
    send: () => ({
      path: `/app/project/${project.id}/endpoints`,
      token: admin.token,
      body: { dataStorageId: storage.id, type: 'webhook', functionality: 'receiver' },
    }),
    status: 400,
    field: 'endpoint',
  },
  ...[
    'https://10.0.0.1/x',
    'https://169.254.169.254/',
    'https://metadata.google.internal/',
    'http://example.com/',
    'https://[::ffff:192.168.0.1]/',
  ].map((endpoint) => ({
    name: `a delivery to ${endpoint} is refused`,
    send: () => ({
      path: `/app/project/${project.id}/endpoints`,
      token: admin.token,
      body: { dataStorageId: storage.id, type: 'webhook', functionality: 'receiver', endpoint },
    }),
    status: 400,
    field: 'endpoint',
  })),
  {
    // Covers S1-2.4-12
    name: 'Select is no type',
    send: async () => ({ method: 'PUT', path: `/app/endpoints/${(await firstRow()).id}`, token: admin.token, body: { type: 'Select' } }),
    status: 400,
    field: 'type',
  },
  {
    name: 'an inbound address that nobody made is 404',
    send: { path: `/api/hooks/bph_${'a'.repeat(44)}`, body: { a: 1 } },
    status: 404,
    code: 'not-found',
  },
  { name: 'an inbound address without a token is 404', send: { path: '/api/hooks/x', body: { a: 1 } }, status: 404 },
]);

// Covers S1-2.4-24
test('JSON posted to a sender’s address becomes a record, an array becomes many; a new token ends the old', async () => {
  const sender = await aWebhook({ functionality: 'sender', endpoint: 'https://ignored.example/' });
  expect(sender).toMatchObject({ type: 'webhook', functionality: 'sender', method: 'post', headers: ['Content-Type'] });
  expect(sender.endpoint).toMatch(/\/api\/hooks\/bph_[\w-]{44}$/);
  const path = new URL(sender.endpoint).pathname;
  const one = await call<{ data: { ids: string[] } }>({ path, body: { from: 'outside', n: 1 } });
  expect(one).toMatchObject({ status: 201, body: { success: true, data: { ids: [expect.any(String)] } } });
  expect((await call<{ data: { ids: string[] } }>({ path, body: [{ n: 2 }, { n: 3 }] })).body.data.ids).toHaveLength(2);
  const again = { path, body: { n: 4 }, headers: { 'Idempotency-Key': 'once' } };
  expect((await call(again)).body).toEqual((await call(again)).body);
  const id = one.body.data.ids[0];
  expect((await mustCall<{ data: object }>({ path: `${records()}/dataId/${id}`, ...keysOf(admin, project.id) })).data).toMatchObject({
    from: 'outside',
    n: 1,
  });
  expect((await call({ path, method: 'GET' })).status).toBe(405);
  expect((await call({ path, body: '{broken' })).status).toBe(400);

  const { data } = await mustCall<{ data: Endpoint }>({ method: 'POST', path: `/app/endpoints/${sender.id}/token`, token: admin.token });
  expect(data.endpoint).not.toBe(sender.endpoint);
  expect((await call({ path, body: { n: 5 } })).status).toBe(404);
  expect((await call({ path: new URL(data.endpoint).pathname, body: { n: 5 } })).status).toBe(201);
  await mustCall({ method: 'DELETE', path: `/app/endpoints/${sender.id}`, token: admin.token });
  expect((await call({ path: new URL(data.endpoint).pathname, body: { n: 6 } })).status).toBe(404);
});

// Covers S1-2.4-25
test('every change of a record reaches the receiver, signed; failures are tried again and can be replayed', async () => {
  const receiver = await aWebhook({ functionality: 'receiver', endpoint: listener.url });
  const { data: opened } = await mustCall<{ data: { secret: string } }>({
    path: `/app/endpoints/${receiver.id}/secret`,
    token: admin.token,
  });
  const keys = keysOf(admin, project.id);
  const { data: record } = await mustCall<{ data: { id: string } }>({ path: records(), ...keys, body: { title: 'Delivered' } });
  await listener.hears(1);
  await mustCall({ method: 'PUT', path: `${records()}/dataId/${record.id}`, ...keys, body: { title: 'Changed' } });
  await mustCall({ method: 'DELETE', path: `${records()}/dataId/${record.id}`, ...keys });
  await mustCall({ method: 'POST', path: `${records()}/dataId/${record.id}/restore`, ...keys });
  await mustCall({ path: records(), ...keys, body: [{ n: 1 }, { n: 2 }] });
  const heard = await listener.hears(6);
  const events = heard.map(({ body }) => JSON.parse(body) as { event: string; storageId: string; record: { id: string; title?: string } });
  expect(events.filter((event) => event.record.id === record.id).map((event) => `${event.event} ${event.record.title}`)).toEqual([
    'record.created Delivered',
    'record.updated Changed',
    'record.deleted Changed',
    'record.restored Changed',
  ]);
  for (const { headers, body } of heard) {
    const [, seconds, mac] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['x-bedplate-signature'])) ?? [];
    expect(mac).toBe(createHmac('sha256', opened.secret).update(`${seconds}.${body}`).digest('hex'));
  }

  listener.status = 500;
  const tested = await mustCall<{ data: Delivery }>({ method: 'POST', path: `/app/endpoints/${receiver.id}/test`, token: developer.token });
  expect(tested.data).toMatchObject({ event: 'test', state: 'pending', nextAt: expect.any(String) });
  expect(tested.data.tries.length).toBeGreaterThan(0);
  expect(tested.data.tries[0]).toMatchObject({ status: 500, answer: 'heard', error: null });
  listener.status = 200;
  const delivered = () =>
    mustCall<{ data: Delivery[]; pagination: Pagination }>({
      path: `/app/endpoints/${receiver.id}/deliveries?state=delivered`,
      token: admin.token,
    });
  // The receiver hears a delivery before its answer is stored.
  await expect.poll(async () => (await delivered()).pagination.totalCount).toBe(6);
  const first = (await delivered()).data.at(-1);
  const shown = await mustCall<{ data: Delivery }>({ path: `/app/endpoints/${receiver.id}/deliveries/${first?.id}`, token: admin.token });
  expect(JSON.parse(shown.data.body ?? '')).toMatchObject({ event: 'record.created', record: { title: 'Delivered' } });
  const replayed = await mustCall<{ data: Delivery }>({
    method: 'POST',
    path: `/app/endpoints/${receiver.id}/deliveries/${first?.id}/replay`,
    token: admin.token,
  });
  expect(replayed.data).toMatchObject({ state: 'delivered', eventId: first?.eventId });
  expect((await call({ path: `/app/endpoints/${receiver.id}/deliveries`, token: user.token })).status).toBe(403);
  expect((await call({ path: `/app/endpoints/${receiver.id}/deliveries`, token: other.token })).status).toBe(404);

  await mustCall({ method: 'DELETE', path: `/app/endpoints/${receiver.id}`, token: admin.token });
  const before = listener.heard.length;
  await mustCall({ path: records(), ...keys, body: { title: 'Unheard' } });
  expect(listener.heard.length).toBe(before);
});
