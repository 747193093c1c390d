import { messages, type Pagination, type UserRow } from '@bedplate/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { linkToken, nextMailTo } from '../support/inbox.ts';
import {
  type Admin,
  aMember,
  anAdmin,
  aProject,
  aStorage,
  freshEmail,
  freshNetwork,
  keysOf,
  logIn,
  password,
  type Person,
} from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';
import { database } from '../support/target.ts';

interface UserList {
  data: UserRow[];
  pagination: Pagination;
}

let admin: Admin;
let rival: Admin;
let developer: Person;
const projects = { shop: '', blog: '', foreign: '', archived: '' };

beforeAll(async () => {
  [admin, rival] = await Promise.all([anAdmin('Olga Owner'), anAdmin('Rita Rival')]);
  projects.archived = (await aProject(admin, 'Old')).id;
  await mustCall({ method: 'DELETE', path: `/app/projects/${projects.archived}`, token: admin.token });
  projects.shop = (await aProject(admin, 'Shop')).id;
  projects.blog = (await aProject(admin, 'Blog')).id;
  projects.foreign = (await aProject(rival, 'Foreign')).id;
});

beforeEach(async () => {
  await database().doc(`tenants/${admin.tenantId}`).update({ 'counters.members': 1 }); // each test adds a member
  developer = await aMember(admin, 'developer', projects.shop);
});

const list = (query = '', token = admin.token) => mustCall<UserList>({ path: `/app/users${query}`, token });
const change = (id: string, body: object, token = admin.token) =>
  call<{ data: UserRow }>({ method: 'PUT', path: `/app/users/${id}`, token, body });
const rowOf = async (id: string) => (await list(`?limit=100&search=${id}`)).data.find((row) => row.id === id);
const login = (email: string) => call({ path: '/app/authentication/login', headers: freshNetwork(), body: { email, password } });
const whoAmI = (token: string) => call<{ data: { role: string; projectId: string | null } }>({ path: '/app/users/getUser', token });

describe('GET /app/users', () => {
  // Covers S0-3-05, S2-7-18
  test('lists only one’s own account, each user with its rights and project, and never a password', async () => {
    const { data, pagination } = await list('?limit=100');
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([admin.id, developer.id]));
    expect(data.map(({ id }) => id)).not.toContain(rival.id);
    expect(pagination).toMatchObject({ page: 1, limit: 100, totalCount: data.length, totalPages: 1 });
    expect(data.find(({ id }) => id === developer.id)).toEqual({
      id: developer.id,
      name: developer.name,
      email: developer.email,
      role: 'developer',
      projectId: projects.shop,
      project: { id: projects.shop, name: 'Shop' },
      is_active: true,
      is_verified: true,
      last_login: expect.stringMatching(/^20/),
      createdAt: expect.stringMatching(/^20/),
      updatedAt: expect.stringMatching(/^20/),
    });
    expect(JSON.stringify(data)).not.toMatch(/password|hash|secret|apiKey/i);
  });

  // Covers S0-9-21, S2-7-18
  test('pages hold ten unless the call says otherwise, and each user stands on one of them', async () => {
    expect((await list()).pagination.limit).toBe(10);
    const { pagination } = await list('?limit=2');
    const pages = await Promise.all(Array.from({ length: pagination.totalPages }, (_, at) => list(`?limit=2&page=${at + 1}`)));
    const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
    expect(new Set(ids).size).toBe(pagination.totalCount);
    expect(ids[0]).toBe(admin.id);
  });

  test('finds by part of a name or address in any letter case', async () => {
    expect((await list(`?search=${developer.email.slice(0, 20).toUpperCase()}`)).data.map(({ id }) => id)).toEqual([developer.id]);
    expect((await list('?search=OLGA')).data.map(({ id }) => id)).toEqual([admin.id]);
    expect((await list('?search=nobody-has-this')).data).toEqual([]);
  });
});

describe('PUT /app/users/{id}', () => {
  // Covers S0-2.10-04, S2-7-19
  test('role, project and activity change; name, email and password in the body change nothing', async () => {
    const body = {
      role: 'user',
      projectId: projects.blog,
      is_active: true,
      name: 'Hacked',
      email: freshEmail(),
      password: 'Other-horse-1',
    };
    const answer = await change(developer.id, body);
    expect(answer).toMatchObject({
      status: 200,
      body: { message: messages.userUpdated, data: { role: 'user', projectId: projects.blog } },
    });
    expect(await rowOf(developer.id)).toMatchObject({ name: developer.name, email: developer.email, role: 'user', is_active: true });
    expect((await login(developer.email)).status).toBe(200);
  });

  // Covers S0-6-07, S2-2.g-10
  test('a new project takes the place of the former one', async () => {
    await change(developer.id, { projectId: projects.blog });
    const { token } = await logIn(developer.email, developer.name);
    expect((await call({ path: `/app/projects/${projects.blog}`, token })).status).toBe(200);
    expect((await call({ path: `/app/projects/${projects.shop}`, token })).status).toBe(404);
    expect((await rowOf(developer.id))?.project).toEqual({ id: projects.blog, name: 'Blog' });
  });

  // Covers S2-2.g-09
  test('a role change shows in the next login, and an admin has no project', async () => {
    expect((await change(developer.id, { role: 'admin' })).body.data).toMatchObject({ role: 'admin', projectId: null });
    const promoted = await logIn(developer.email, developer.name);
    expect(promoted).toMatchObject({ role: 'admin', projectId: null });
    expect((await list('', promoted.token)).data.length).toBeGreaterThan(1);
  });

  test.each([
    // Covers S0-4-06, S2-2.g-15
    ['deactivation', { is_active: false }],
    ['a role change', { role: 'user' }],
    ['a project change', 'blog'],
  ] as const)('%s ends the sessions at once: the token in use is refused', async (_, given) => {
    expect((await whoAmI(developer.token)).status).toBe(200);
    await change(developer.id, given === 'blog' ? { projectId: projects.blog } : given);
    expect(await whoAmI(developer.token)).toMatchObject({ status: 401, body: { message: messages.sessionEnded } });
  });

  test('a call that changes nothing ends nothing', async () => {
    expect((await change(developer.id, { role: 'developer', projectId: projects.shop, is_active: true })).status).toBe(200);
    expect((await whoAmI(developer.token)).status).toBe(200);
  });

  // Covers S0-4-01, S2-1-01
  test('a stored role that we do not know opens nothing, and the login says so', async () => {
    await database().doc(`users/${developer.id}`).update({ role: 'owner' });
    expect(await login(developer.email)).toMatchObject({ status: 403, body: { error: { key: 'roleUnknown' } } });
    expect((await whoAmI(developer.token)).status).toBe(401);
    await database().doc(`users/${developer.id}`).update({ role: 'developer' });
  });

  // Covers S0-4-03, S0-6-08, S2-2.g-11, S2-2.g-16
  test('an inactive user cannot log in, and can when active again', async () => {
    await change(developer.id, { is_active: false });
    expect(await login(developer.email)).toMatchObject({ status: 403, body: { error: { key: 'userInactive' } } });
    const wrong = { email: developer.email, password: 'Wrong-password-1' };
    const guess = await call({ path: '/app/authentication/login', body: wrong });
    expect(guess).toMatchObject({ status: 401, body: { message: messages.loginFailed } }); // a stranger learns nothing
    expect((await rowOf(developer.id))?.is_active).toBe(false);
    await change(developer.id, { is_active: true });
    expect((await login(developer.email)).status).toBe(200);
  });

  test('the change stands in the activity log with who, what and from where', async () => {
    await call({
      method: 'PUT',
      path: `/app/users/${developer.id}`,
      token: admin.token,
      body: { role: 'user' },
      headers: { 'x-forwarded-for': '203.0.113.77' },
    });
    const rows = await database()
      .collection('activity')
      .where('tenantId', '==', admin.tenantId)
      .where('activity', '==', 'Update User')
      .get();
    expect(rows.docs.map((row) => row.data())).toContainEqual(
      expect.objectContaining({
        userId: admin.id,
        adminId: admin.id,
        module: 'Users',
        description: expect.stringMatching(/^Olga Owner changed Max developer: role developer to user from 203\.0\.113\.77/),
      }),
    );
  });
});

describe('the last active admin', () => {
  test.each([
    // Covers S0-2.10-08, S2-2.g-14
    ['cannot be demoted', (project: string) => ({ role: 'user', projectId: project })],
    // Covers S2-2.g-14
    ['cannot be deactivated', () => ({ is_active: false })],
  ])('%s', async (_, body) => {
    const answer = await change(rival.id, body(projects.foreign), rival.token);
    expect(answer).toMatchObject({ status: 409, body: { success: false, message: messages.lastAdmin } });
    expect((await list('', rival.token)).data).toMatchObject([{ id: rival.id, role: 'admin', is_active: true }]);
    expect((await whoAmI(rival.token)).status).toBe(200);
  });

  test('two admins who deactivate each other at once leave one', async () => {
    const first = await anAdmin('Ann First');
    const email = freshEmail('second');
    await mustCall({
      path: '/app/authentication/register',
      token: first.token,
      body: { name: 'Sam Second', email, password, confirmPassword: password, role: 'admin', projectId: null },
    });
    await mustCall({ path: `/app/verify/user/${linkToken(await nextMailTo(email))}` });
    const second = await logIn(email, 'Sam Second');
    const answers = await Promise.all([
      change(second.id, { is_active: false }, first.token),
      change(first.id, { is_active: false }, second.token),
    ]);
    const people = await database().collection('users').where('tenantId', '==', first.tenantId).get();
    expect(people.docs.filter((person) => person.get('is_active')).length).toBe(1);
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  });
});

test('keys belong to the account: they go on opening while the person who founded it is inactive', async () => {
  const owner = await anAdmin('Otto Owner');
  const project = await aProject(owner);
  const storage = await aStorage(owner, project.id);
  const email = freshEmail('deputy');
  const body = { name: 'Dora Deputy', email, password, confirmPassword: password, role: 'admin' };
  await mustCall({ path: '/app/authentication/register', token: owner.token, body });
  await mustCall({ path: `/app/verify/user/${linkToken(await nextMailTo(email))}` });
  const deputy = await logIn(email, 'Dora Deputy');
  const read = () => call({ path: `/api/products/${storage.id}`, ...keysOf(owner, project.id) });
  expect((await read()).status).toBe(200);
  expect((await change(owner.id, { is_active: false }, deputy.token)).status).toBe(200);
  expect((await database().doc(`users/${owner.id}`).get()).get('is_active')).toBe(false);
  expect((await read()).status).toBe(200);
  expect((await list('', deputy.token)).data.length).toBe(2);
  const last = await change(deputy.id, { is_active: false }, deputy.token);
  expect(last).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
});

// Covers S0-1-09, S2-2.g-03, S2-2.g-04, S0-6-01, S0-6-02
test('an added user without a password sets one by mail and has the chosen role and project', async () => {
  const email = freshEmail('invited');
  const body = { name: 'Ina Invited', email, role: 'manager', projectId: projects.blog };
  expect(await call({ path: '/app/authentication/register', token: admin.token, body })).toMatchObject({
    status: 201,
    body: { message: messages.userAdded },
  });
  const mail = await nextMailTo(email);
  expect(mail.text).not.toMatch(/password is|horse/i);
  const path = `/app/authentication/${linkToken(mail)}/reset-password`;
  expect(mail.text).toContain('/reset-password');
  await mustCall({ path, body: { password, confirm_password: password } });
  expect(await logIn(email, 'Ina Invited')).toMatchObject({ role: 'manager', projectId: projects.blog });
  const id = (await list(`?search=${email}`)).data[0]?.id ?? '';
  expect(await rowOf(id)).toMatchObject({ role: 'manager', project: { name: 'Blog' }, is_active: true, is_verified: true });
});

test('the members of a plan are counted in the commit: adding in parallel does not get past the limit', async () => {
  const full = await anAdmin('Fay Full');
  const tenant = database().doc(`tenants/${full.tenantId}`);
  await tenant.update({ 'counters.members': 23 });
  const add = () =>
    call({ path: '/app/authentication/register', token: full.token, body: { name: 'X', email: freshEmail(), role: 'admin' } });
  const answers = await Promise.all(Array.from({ length: 6 }, add));
  expect(answers.filter(({ status }) => status === 201).length).toBe(2);
  expect(answers.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    body: { message: 'The free plan includes 25 users. Upgrade the plan to add more.', error: { code: 'quota-exceeded' } },
  });
  expect((await tenant.get()).get('counters.members')).toBe(25);
});

const put = (body: unknown) => () => ({ method: 'PUT', path: `/app/users/${developer.id}`, token: admin.token, body });

scenarios('PUT /app/users/{id} refuses', [
  ...['superadmin', 'tech lead', '', 'ADMIN', 7, { $ne: 1 }].map((role) => ({
    // Covers S0-6-11
    name: `the role ${JSON.stringify(role)}`,
    send: put({ role }),
    status: 400,
    field: 'role',
  })),
  { name: 'an activity that is no boolean', send: put({ is_active: 'no' }), status: 400, field: 'is_active' },
  { name: 'a project of another account', send: () => put({ projectId: projects.foreign })(), status: 404 },
  { name: 'an archived project', send: () => put({ projectId: projects.archived })(), status: 404 },
  { name: 'a project that does not exist', send: put({ projectId: 'abcdefghijklmnopqrst' }), status: 404 },
  { name: 'a project that is no id', send: put({ projectId: '../users/x' }), status: 404 },
  {
    name: 'a member without a project',
    send: () => ({ method: 'PUT', path: `/app/users/${admin.id}`, token: admin.token, body: { role: 'developer' } }),
    status: 400,
    field: 'projectId',
  },
  {
    // Covers S2-6-18
    name: 'a user of another account',
    send: () => ({ method: 'PUT', path: `/app/users/${rival.id}`, token: admin.token, body: { is_active: false } }),
    status: 404,
  },
  {
    // Covers S2-6-18
    name: 'an unknown user',
    send: () => ({ method: 'PUT', path: '/app/users/nobody', token: admin.token, body: { is_active: false } }),
    status: 404,
  },
  {
    // Covers S2-2.g-13, S0-6-10
    name: 'a member, also for their own rights',
    send: () => ({ method: 'PUT', path: `/app/users/${developer.id}`, token: developer.token, body: { role: 'admin' } }),
    status: 403,
  },
]);

scenarios('an admin who adds a user is refused', [
  ...['../users/x', 'a/b', '', '.', '__x__'].map((projectId) => ({
    name: `the project ${JSON.stringify(projectId)}`,
    send: () => ({
      path: '/app/authentication/register',
      token: admin.token,
      body: { name: 'X', email: freshEmail(), role: 'user', projectId },
    }),
    status: projectId === '' ? 400 : 404,
  })),
  ...['\ud800', 'a\r\nBcc: evil@example.test', '\0'].map((name) => ({
    name: `the name ${JSON.stringify(name)}`,
    send: () => ({ path: '/app/authentication/register', token: admin.token, body: { name, email: freshEmail(), role: 'admin' } }),
    status: 400,
    field: 'name',
  })),
  ...['a@b.test\r\nBcc: evil@example.test', 'a@b.test,evil@example.test', '"x" <a@b.test>', 'a\ud800@b.test', 'a@b@c.test'].map(
    (email) => ({
      name: `the address ${JSON.stringify(email)}`,
      send: () => ({ path: '/app/authentication/register', token: admin.token, body: { name: 'X', email, role: 'admin' } }),
      status: 400,
      field: 'email',
    }),
  ),
]);
