import { createHash } from 'node:crypto';
import { type AccountUser, messages } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { aMember, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { database } from '../support/target.ts';

// Covers S2-2.a-02, S0-6-03, S0-6-04, S2-3-01, S2-3-02
test('the admin gets the pair, a member gets none', async () => {
  const admin = await anAdmin();
  expect(admin.apiKey).toMatch(/^bpk_[\w-]{44}$/);
  expect(admin.secretKey).toMatch(/^bps_[\w-]{32}$/);
  const project = await aProject(admin);
  for (const role of ['manager', 'developer', 'user'] as const) {
    const member = await aMember(admin, role, project.id);
    const { text, body } = await call<{ data: AccountUser }>({ path: '/app/users/getUser', token: member.token });
    expect(body.data).toMatchObject({ role, projectId: project.id, tenantId: admin.tenantId, apiKey: null, secretKey: null });
    expect(text).not.toContain(admin.apiKey);
  }
});

// Covers S2-7-08, S2-7-09
test('changing the keys, by GET or POST, gives another pair and deletes the old one', async () => {
  const admin = await anAdmin();
  for (const method of ['GET', 'POST']) {
    const before = (await mustCall<{ data: AccountUser }>({ path: '/app/users/getUser', token: admin.token })).data;
    const answer = await call({ method, path: '/app/authentication/changeUserKeys', token: admin.token });
    expect(answer).toMatchObject({ status: 200, body: { message: messages.keysChanged } });
    const after = (await mustCall<{ data: AccountUser }>({ path: '/app/users/getUser', token: admin.token })).data;
    expect(after.apiKey).not.toBe(before.apiKey);
    expect(after.secretKey).not.toBe(before.secretKey);
  }
  const stored = await database().collection('apiKeys').get();
  expect(stored.docs.filter((doc) => doc.get('tenantId') === admin.tenantId)).toHaveLength(1);
});

// Covers S2-7-08, S2-7-09
test('answers with secrets are stored nowhere on their way through Hosting, and pages are asked for again', async () => {
  const admin = await anAdmin();
  const project = await aProject(admin);
  const storage = await aStorage(admin, project.id, 'orders');
  const named = { name: 'Shop', projectId: project.id, storages: ['*'], verbs: ['read'] };
  const hook = { dataStorageId: storage.id, type: 'webhook', functionality: 'sender' };
  const calls = [
    { path: '/app/users/getUser' },
    { path: '/app/authentication/changeUserKeys' },
    { method: 'POST', path: '/app/authentication/changeUserKeys' },
    { path: '/app/keys' },
    { path: '/app/keys', body: named },
    { path: `/app/project/${project.id}/endpoints`, body: hook },
    { path: `/app/project/${project.id}/endpoints` },
  ];
  for (const each of calls) {
    const { status, headers } = await call({ ...each, token: admin.token });
    expect([each.path, status < 300, headers.get('cache-control')]).toEqual([each.path, true, 'no-store']);
  }
  const records = await call({ path: `/api/orders/${storage.id}`, ...keysOf(admin, project.id) });
  expect(records.headers.get('cache-control')).toBe('no-store');
  expect((await call({ path: '/login' })).headers.get('cache-control')).toBe('no-cache');
});

test('a page of site or console is answered with 200, an address of neither with 404 and the page that says so', async () => {
  const known = ['/', '/documentation/read', '/login', '/project/p1/home', '/superadmin/logs'];
  const unknown = ['/nothing', '/documentation/nothing', '/project/p1/nothing', '/superadmin/nothing'];
  const answers = await Promise.all([...known, ...unknown].map(async (path) => ({ path, ...(await call({ path })) })));
  expect(answers.map(({ path, status }) => [path, status])).toEqual([
    ...known.map((path) => [path, 200]),
    ...unknown.map((path) => [path, 404]),
  ]);
  const pages = answers.slice(known.length).map(({ text, headers }) => [text, headers.get('cache-control')]);
  const { text: console } = await call({ path: '/login' });
  expect(pages).toEqual(unknown.map(() => [console, 'no-cache']));
});

// Covers S2-2.f-01, S2-2.f-02
test('the user has name, role and the last login', async () => {
  const admin = await anAdmin('Ada Admin');
  const { data } = await mustCall<{ data: AccountUser }>({ path: '/app/users/getUser', token: admin.token });
  expect(data).toMatchObject({ name: 'Ada Admin', role: 'admin', is_active: true, is_enable_two_factor: false });
  expect(Date.now() - Date.parse(data.last_login ?? '')).toBeLessThan(60_000);
});

// Covers S2-2.a-05
test('neither key stands in the database: they are encrypted, and found by a hash', async () => {
  const admin = await anAdmin();
  const documents = await Promise.all(['tenants', 'users', 'apiKeys'].map((name) => database().collection(name).get()));
  const stored = JSON.stringify(documents.flatMap(({ docs }) => docs.map((doc) => [doc.id, doc.data()])));
  expect(stored).not.toContain(admin.apiKey);
  expect(stored).not.toContain(admin.secretKey);
  expect(stored).toContain(createHash('sha256').update(admin.apiKey).digest('hex'));
});

// Covers S2-3-03
test('a member’s user holds the project with its name', async () => {
  const admin = await anAdmin();
  const project = await aProject(admin, 'Named shop');
  const { token } = await aMember(admin, 'manager', project.id);
  const { body } = await call({ path: '/app/users/getUser', token });
  expect(body).toMatchObject({ data: { project: { id: project.id, name: 'Named shop' } } });
});

// Covers S0-3-14, S2-2.a-04
test('one pair of keys opens every project of the account by its Project ID, and no other account’s', async () => {
  const admin = await anAdmin();
  const rival = await anAdmin('Rita Rival');
  for (const name of ['First', 'Second']) {
    const project = await aProject(admin, name);
    const storage = await aStorage(admin, project.id, 'orders');
    const path = `/api/orders/${storage.id}`;
    await mustCall({ path, ...keysOf(admin, project.id), body: { project: name } });
    expect(await call({ path, ...keysOf(admin, project.id) })).toMatchObject({ status: 200, body: { data: [{ project: name }] } });
    expect(await call({ path, ...keysOf(rival, project.id) })).toMatchObject({ status: 401, body: { message: messages.badKeys } });
  }
});

// Covers S2-2.a-08
test('right after a change the old pair gets 401 at the data API and the new one is accepted', async () => {
  const admin = await anAdmin();
  const project = await aProject(admin);
  const storage = await aStorage(admin, project.id, 'orders');
  const path = `/api/orders/${storage.id}`;
  expect((await call({ path, ...keysOf(admin, project.id) })).status).toBe(200);
  await mustCall({ path: '/app/authentication/changeUserKeys', token: admin.token });
  expect(await call({ path, ...keysOf(admin, project.id) })).toMatchObject({ status: 401, body: { message: messages.badKeys } });
  const { data } = await mustCall<{ data: AccountUser }>({ path: '/app/users/getUser', token: admin.token });
  const renewed = { ...admin, apiKey: data.apiKey ?? '', secretKey: data.secretKey ?? '' };
  expect((await call({ path, ...keysOf(renewed, project.id) })).status).toBe(200);
  const mixed = { ...renewed, secretKey: admin.secretKey };
  expect((await call({ path, ...keysOf(mixed, project.id) })).status).toBe(401);
});
