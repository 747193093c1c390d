import { createHash } from 'node:crypto';
import { messages, type Project, type Storage } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';
import { database } from '../support/target.ts';

type Fields = Record<string, unknown> & { id: string; createdAt: string; updatedAt: string };

let admin: Admin;
let project: Project;
let other: Project;
let notes: Storage;
let soft: Storage;
let users: Storage;
let keys: ReturnType<typeof keysOf>;

beforeAll(async () => {
  admin = await anAdmin();
  [project, other] = [await aProject(admin), await aProject(admin, 'Other')];
  [notes, soft, users] = [
    await aStorage(admin, project.id, 'notes'),
    await aStorage(admin, project.id, 'softs', true),
    await aStorage(admin, project.id, 'users'),
  ];
  keys = keysOf(admin, project.id);
});

const at = (storage: Storage, id?: string) => `/api/${storage.storageKey}/${storage.id}${id ? `/dataId/${id}` : ''}`;
const add = async (storage: Storage, body: unknown) => (await mustCall<{ data: Fields }>({ path: at(storage), ...keys, body })).data;
const get = async (storage: Storage, id: string) => (await mustCall<{ data: Fields }>({ path: at(storage, id), ...keys })).data;

// Covers S0-3-08, S0-3-09, S0-3-11
test('a record has an id of the server, its own fields and both times', async () => {
  const data = await add(notes, { id: 'mine', title: 'T', is_deleted: true, file_metadata: { a: 1 } });
  expect(data).toEqual({
    id: expect.stringMatching(/^[0-9a-z]{20}$/),
    title: 'T',
    createdAt: expect.any(String),
    updatedAt: data.createdAt,
  });
  expect(await get(notes, data.id)).toEqual(data);
});

// Covers S0-7-39, S0-7-40, S0-7-41, S0-7-42, S0-7-43, S1-2.4-15
test('PUT and PATCH merge, null clears, system fields are ignored', async () => {
  const { id, createdAt } = await add(notes, { a: 1, b: 'two', c: { d: 3 } });
  const put = await call({
    method: 'PUT',
    path: at(notes, id),
    ...keys,
    body: { b: null, id: 'x', createdAt: '2020-01-01', deletedAt: 1 },
  });
  expect(put).toMatchObject({
    status: 200,
    body: { success: true, message: messages.dataUpdated, data: { id, a: 1, b: null, createdAt } },
  });
  const patch = await call<{ data: Fields }>({ method: 'PATCH', path: at(notes, id), ...keys, body: { e: [1, [2]] } });
  expect(patch.body.data).toMatchObject({ a: 1, b: null, c: { d: 3 }, e: [1, [2]] });
  expect(await get(notes, id)).toEqual(patch.body.data);
});

// Covers S0-4-22, S0-4-24, S0-4-27, S0-4-28, S0-7-44
test('a soft delete hides, a restore brings back', async () => {
  const data = await add(soft, { title: 'T' });
  const path = at(soft, data.id);
  expect(await call({ method: 'DELETE', path, ...keys })).toMatchObject({
    status: 200,
    body: { success: true, message: messages.itemDeleted },
  });
  const form = new FormData();
  form.append('file', new Blob(['x']), 'x.txt');
  for (const request of [
    { path },
    { method: 'PUT', path, body: { a: 1 } },
    { path: `${path}/upload?fieldName=f`, body: form },
    { method: 'DELETE', path },
  ]) {
    expect((await call({ ...keys, ...request })).status).toBe(404);
  }
  const included = await mustCall<{ data: Fields[] }>({ path: `${at(soft)}?deleted=include`, ...keys });
  expect(included.data).toContainEqual(expect.objectContaining({ id: data.id, is_deleted: true, deletedAt: expect.any(String) }));
  const restored = await mustCall<{ data: Fields }>({ method: 'POST', path: `${path}/restore`, ...keys });
  expect(restored.data).toMatchObject({ id: data.id, title: 'T', createdAt: data.createdAt, is_deleted: false, deletedAt: null });
  expect((await call({ method: 'POST', path: `${path}/restore`, ...keys })).status).toBe(404);
});

// Covers S0-4-29, S0-4-30
test('a permanent delete cannot be undone, neither of a live record nor of one in the trash', async () => {
  const [live, trashed, hard] = [await add(soft, { a: 1 }), await add(soft, { a: 2 }), await add(notes, { a: 3 })];
  await mustCall({ method: 'DELETE', path: `${at(soft, live.id)}?permanent=true`, ...keys });
  await mustCall({ method: 'DELETE', path: at(soft, trashed.id), ...keys });
  await mustCall({ method: 'DELETE', path: `${at(soft, trashed.id)}?permanent=true`, ...keys });
  await mustCall({ method: 'DELETE', path: at(notes, hard.id), ...keys });
  for (const [storage, { id }] of [
    [soft, live],
    [soft, trashed],
    [notes, hard],
  ] as const) {
    expect((await call({ method: 'POST', path: `${at(storage, id)}/restore`, ...keys })).status).toBe(404);
    const { data } = await mustCall<{ data: Fields[] }>({ path: `${at(storage)}?deleted=only`, ...keys });
    expect(data.map((record) => record.id)).not.toContain(id);
  }
});

// Covers S0-7-45, S0-7-46, S0-7-47, S0-7-48, S0-4-31
test('a file follows its record', async () => {
  const { id } = await add(soft, { title: 'T' });
  const form = new FormData();
  form.append('file', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt');
  const uploaded = await mustCall<{ url: string; data: Fields }>({
    path: `${at(soft, id)}/upload?fieldName=attachments`,
    ...keys,
    body: form,
  });
  expect(uploaded).toMatchObject({ success: true, name: 'hello.txt', size: 5, type: 'text/plain', data: { attachments: uploaded.url } });
  const read = async () => (await fetch(uploaded.url)).status;
  expect(await (await fetch(uploaded.url)).text()).toBe('hello');
  await mustCall({ method: 'DELETE', path: at(soft, id), ...keys });
  expect(await read()).not.toBe(200);
  await mustCall({ method: 'POST', path: `${at(soft, id)}/restore`, ...keys });
  expect(await read()).toBe(200);
  await mustCall({ method: 'PUT', path: at(soft, id), ...keys, body: { attachments: null, file_metadata: { evil: 1 } } });
  expect(await get(soft, id)).not.toHaveProperty('file_metadata');
  expect(await read()).not.toBe(200);
});

// Covers S0-7-25, S0-7-28, S0-8-15, S0-5-15, S0-5-16
test('app users sign up and in, and passwords are hashed and never shown', async () => {
  const path = at(users);
  const body = { username: 'ann', email: 'ann@example.test', password: 'secret-1', pass: 'kept' };
  const created = await call<{ data: Fields }>({ path, ...keys, body });
  expect(created).toMatchObject({
    status: 201,
    body: { success: true, message: expect.any(String), data: { username: 'ann', email: 'ann@example.test', pass: 'kept' } },
  });
  expect(created.text).not.toContain('secret-1');
  const signIn = (credentials: object) =>
    call<{ data: Fields; accessToken: string }>({ path: `${path}/authenticate`, ...keys, body: credentials });
  const right = await signIn({ username: 'ann', password: 'secret-1' });
  expect(right).toMatchObject({
    status: 200,
    body: { success: true, data: { id: created.body.data.id, username: 'ann' }, accessToken: expect.stringMatching(/.{40}/) },
  });
  expect(right.text).not.toMatch(/password|argon2/);
  for (const wrong of [
    { username: 'ann', password: 'nope' },
    { username: 'bob', password: 'secret-1' },
  ]) {
    expect(await signIn(wrong)).toMatchObject({ status: 401, body: { success: false, message: messages.userNotFound } });
  }
  await mustCall({ method: 'PUT', path: at(users, created.body.data.id), ...keys, body: { password: 'secret-2' } });
  expect((await signIn({ username: 'ann', password: 'secret-1' })).status).toBe(401);
  expect((await signIn({ username: 'ann', password: 'secret-2' })).status).toBe(200);
  const stored = await database().doc(`storages/${users.id}/private/${created.body.data.id}`).get();
  expect(stored.data()?.password).toMatch(/^\$argon2id\$/);
});

// Covers S0-7-26, S0-7-27
test('usernames and e-mails are unique, also after a change and a delete', async () => {
  const path = at(users);
  const [first, second] = await Promise.all([
    call<{ data: Fields }>({ path, ...keys, body: { username: 'race', password: 'secret-1' } }),
    call<{ data: Fields }>({ path, ...keys, body: { username: 'Race', password: 'secret-1' } }),
  ]);
  expect([first.status, second.status].sort()).toEqual([201, 409]);
  const { data } = first.status === 201 ? first.body : second.body;
  const taken = await call({ path, ...keys, body: { username: 'other', email: 'ann@example.test', password: 'secret-1' } });
  expect(taken).toMatchObject({ status: 409, body: { error: { code: 'already-exists', details: [{ field: 'email' }] } } });
  await mustCall({ method: 'PUT', path: at(users, data.id), ...keys, body: { username: 'renamed' } });
  const free = await mustCall<{ data: Fields }>({ path, ...keys, body: { username: 'race', password: 'secret-1' } });
  await mustCall({ method: 'DELETE', path: at(users, free.data.id), ...keys });
  expect((await call({ path, ...keys, body: { username: 'race', password: 'secret-1' } })).status).toBe(201);
  expect(await mustCall({ path: `${path}?username=renamed`, ...keys })).toMatchObject({ data: [{ id: data.id }] });
});

test('an Idempotency-Key makes a repetition harmless and refuses another body', async () => {
  const headers = { 'idempotency-key': `k-${Date.now()}` };
  const once = await call({ path: at(notes), ...keys, headers, body: { n: 1 } });
  expect(await call({ path: at(notes), ...keys, headers, body: { n: 1 } })).toMatchObject({ status: 201, body: once.body });
  expect(await call({ path: at(notes), ...keys, headers, body: { n: 2 } })).toMatchObject({
    status: 409,
    body: { error: { code: 'idempotency-mismatch' } },
  });
  expect(await mustCall({ path: `${at(notes)}/count?n=1`, ...keys })).toMatchObject({ data: { count: 1 } });
});

// Covers S0-7-57
test('a LiveSync token names the storages by key or by id', async () => {
  const ask = { path: '/api/livesync/token', ...keys, body: { storageKeys: ['notes', soft.id] } };
  const answer = await mustCall<{ token: string; expiresAt: string }>(ask);
  expect(answer).toMatchObject({ success: true, expiresAt: expect.any(String), firebase: { projectId: expect.any(String) } });
  const claims = JSON.parse(Buffer.from(answer.token.split('.')[1] ?? '', 'base64url').toString()).claims;
  expect(claims).toEqual({
    live: true,
    p: project.id,
    t: admin.tenantId,
    sids: [notes.id, soft.id],
    k: createHash('sha256').update(admin.apiKey).digest('hex'),
    x: Date.parse(answer.expiresAt),
  });
});

// Covers S0-7-52, S1-7-20, S1-3-03
test('a changed storage key works at once, the old one is 404', async () => {
  const storage = await aStorage(admin, project.id, 'olds');
  expect((await call({ path: at(storage), ...keys })).status).toBe(200);
  await mustCall({
    method: 'PUT',
    path: `/app/project/${project.id}/dataStorages/${storage.id}`,
    token: admin.token,
    body: { newStorageKey: 'news' },
  });
  await expect.poll(async () => (await call({ path: at(storage), ...keys })).status).toBe(404);
  expect((await call({ path: `/api/news/${storage.id}`, ...keys })).status).toBe(200);
});

scenarios('records of the data API, refused', [
  // Covers S0-7-50
  { name: 'key and id of different storages', send: () => ({ path: `/api/notes/${soft.id}`, ...keys }), status: 404 },
  // Covers S0-7-51
  { name: 'a storage of another project', send: () => ({ path: at(notes), ...keysOf(admin, other.id) }), status: 404 },
  // Covers S0-8-21
  { name: 'an unknown record', send: () => ({ path: at(notes, '0'.repeat(20)), ...keys }), status: 404 },
  {
    // Covers S0-8-17
    name: 'a wrong key',
    send: () => ({ path: at(notes), keys: { ...keys.keys, apiKey: `bpk_${'A'.repeat(44)}` } }),
    status: 401,
    message: messages.badKeys,
  },
  {
    // Covers S0-8-18
    name: 'an unknown project',
    send: () => ({ path: at(notes), keys: { ...keys.keys, projectId: 'nowhere' } }),
    status: 401,
    message: messages.badKeys,
  },
  // Covers S0-8-19
  { name: 'missing headers', send: () => ({ path: at(notes) }), status: 401, message: messages.badKeys },
  // Covers S0-8-22
  { name: 'malformed JSON', send: () => ({ path: at(notes), ...keys, body: '{"a":' }), status: 400, code: 'malformed-json' },
  {
    // Covers S0-8-23
    name: 'a body over 1 MiB',
    send: () => ({ path: at(notes), ...keys, body: { a: 'x'.repeat(1_100_000) } }),
    status: 413,
    message: /1024 KiB/,
  },
  {
    // Covers S0-7-24
    name: 'another content type',
    send: () => ({ path: at(notes), ...keys, body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    status: 415,
  },
  { name: 'no body at all', send: () => ({ method: 'POST', path: at(notes), ...keys }), status: 400 },
  { name: 'a null body', send: () => ({ path: at(notes), ...keys, body: 'null' }), status: 400 },
  { name: 'a password of another type', send: () => ({ path: at(notes), ...keys, body: { password: 7 } }), status: 400, field: 'password' },
  { name: 'a record without a username in users', send: () => ({ path: at(users), ...keys, body: { password: 'secret-1' } }), status: 400 },
  { name: 'a number beyond all numbers', send: () => ({ path: at(notes), ...keys, body: '{"n":1e999}' }), status: 400, field: 'n' },
  { name: 'half a surrogate', send: () => ({ path: at(notes), ...keys, body: '{"n":"\\ud800"}' }), status: 400, field: 'n' },
  {
    // Covers S0-7-53
    name: 'a fixed route never reaches a storage',
    send: () => ({ method: 'PUT', path: '/api/livesync/token', ...keys, body: {} }),
    status: 405,
  },
]);

// Covers S0-4-05, S2-2.g-17
test('keys open nothing while the account is suspended, and work again after', async () => {
  const owner = await anAdmin();
  const shop = await aProject(owner);
  const storage = await aStorage(owner, shop.id, 'things');
  const request = { path: `/api/things/${storage.id}`, ...keysOf(owner, shop.id) };
  expect((await call(request)).status).toBe(200);
  const tenant = database().doc(`tenants/${owner.tenantId}`);
  await tenant.update({ active: false });
  await expect.poll(async () => (await call(request)).status).toBe(403);
  await tenant.update({ active: true });
  await expect.poll(async () => (await call(request)).status).toBe(200);
});

test('archived storages and projects are 404, and answer again once recovered', async () => {
  const owner = await anAdmin();
  const shop = await aProject(owner);
  const storage = await aStorage(owner, shop.id, 'things');
  const request = { path: `/api/things/${storage.id}`, ...keysOf(owner, shop.id) };
  const status = async () => (await call(request)).status;
  expect(await status()).toBe(200);
  await mustCall({ method: 'DELETE', path: `/app/project/${shop.id}/dataStorages/${storage.id}`, token: owner.token });
  await expect.poll(status).toBe(404);
  await mustCall({ method: 'DELETE', path: `/app/project/${shop.id}/archivedStorage/${storage.id}`, token: owner.token });
  await expect.poll(status).toBe(200);
  await mustCall({ method: 'DELETE', path: `/app/projects/${shop.id}`, token: owner.token });
  await expect.poll(status).toBe(404);
});
