import { createLiveSync } from '@bedplate/client';
import { type AuditRow, type LiveSyncAnswer, messages, type OfficeAccount, type OfficeUser } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Call, call, mustCall } from '../support/call.ts';
import { contentAround } from '../support/content-versions.ts';
import { guarded, type Ids, nameOf } from '../support/guarded-calls.ts';
import { mailAfter } from '../support/inbox.ts';
import {
  type Admin,
  aMember,
  anAdmin,
  aProject,
  aStorage,
  aSuperadmin,
  freshNetwork,
  keysOf,
  password,
  type Person,
} from '../support/personas.ts';
import { database, target } from '../support/target.ts';

let staff: Person;

beforeAll(async () => {
  staff = await aSuperadmin();
});

const at = (admin: Admin, end = '') => `/app/superadmin/tenants/${admin.tenantId}${end}`;
const as = (request: Call): Call => ({ token: staff.token, ...request });
const limits = { projects: null, storagesPerProject: null, members: null, creditsPerMonth: null, requestsPerMinute: null };
const logIn = ({ email }: Person) => call({ path: '/app/authentication/login', headers: freshNetwork(), body: { email, password } });

async function auditOf(admin: Admin): Promise<AuditRow[]> {
  const { data } = await mustCall<{ data: AuditRow[] }>(as({ path: '/app/superadmin/audit?limit=100' }));
  return data.filter(({ target }) => target === `tenants/${admin.tenantId}`);
}

test('a suspended account is closed on every side with the reason, and opens again as it was', async () => {
  const admin = await anAdmin('Sam Suspended');
  const project = (await aProject(admin)).id;
  const { id: storage } = await aStorage(admin, project, 'products');
  const developer = await aMember(admin, 'developer', project);
  const records = { path: `/api/products/${storage}`, ...keysOf(admin, project) };
  await mustCall({ ...records, body: { title: 'Kept' } });
  const liveToken = () =>
    call<LiveSyncAnswer>({ path: '/api/livesync/token', ...keysOf(admin, project), body: { storageKeys: ['products'] } });
  const live = createLiveSync({
    endpoint: target.web,
    projectId: project,
    storageKey: 'products',
    getToken: async () => {
      const { status, body } = await liveToken();
      if (status !== 200) throw new Error(body.message);
      return body;
    },
    onChange: () => {},
    onError: () => {},
  });
  await expect.poll(() => live.state).toBe('live');

  const mail = await mailAfter(admin.email, () => mustCall(as({ path: at(admin, '/suspend'), body: { reason: 'Unpaid invoices' } })));
  expect(mail.subject).toBe('Your Bedplate account is suspended');
  expect(mail.text).toContain('Unpaid invoices');
  for (const person of [admin, developer]) {
    expect((await call({ path: '/app/users/getUser', token: person.token })).status).toBe(401);
    expect(await logIn(person)).toMatchObject({ status: 403, body: { message: 'This account is suspended. Reason: Unpaid invoices' } });
  }
  expect(
    (await call({ path: '/app/authentication/login', headers: freshNetwork(), body: { email: admin.email, password: 'Wrong-1' } })).status,
  ).toBe(401);
  const refused = await call(records);
  expect(refused).toMatchObject({
    status: 403,
    body: { error: { code: 'permission-denied' }, message: expect.stringContaining('suspended') },
  });
  expect(refused.text).not.toContain('Unpaid');
  expect((await call({ ...records, body: { title: 'Late' } })).status).toBe(403);
  expect((await liveToken()).status).toBe(403);
  await expect.poll(() => live.state).not.toBe('live');
  expect((await call({ ...records, keys: { ...keysOf(admin, project).keys, secretKey: 'wrong' } })).status).toBe(401);
  expect((await call(as({ path: at(admin, '/suspend'), body: { reason: 'Again' } }))).status).toBe(409);
  const { data: rows } = await mustCall<{ data: OfficeUser[] }>(as({ path: `/app/superadmin/users?tenantId=${admin.tenantId}` }));
  expect(rows.map(({ is_suspended }) => is_suspended)).toEqual([true, true]);

  const reopened = await mailAfter(admin.email, () => mustCall(as({ method: 'POST', path: at(admin, '/lift') })));
  expect(reopened.subject).toBe('Your Bedplate account is open again');
  expect((await call(records)).body).toMatchObject({ data: [{ title: 'Kept' }], pagination: { totalItems: 1 } });
  expect((await logIn(developer)).status).toBe(200);
  expect((await call(as({ method: 'POST', path: at(admin, '/lift') }))).status).toBe(409);
  live.close();
  expect(await auditOf(admin)).toMatchObject([
    {
      action: 'Lift suspension',
      before: { active: false, suspension: { reason: 'Unpaid invoices' } },
      after: { active: true, suspension: null },
    },
    {
      action: 'Suspend account',
      actor: { id: staff.id },
      before: { active: true },
      after: { active: false, suspension: { reason: 'Unpaid invoices' } },
    },
  ]);
});

test('an account’s own limits hold instead of its plan’s, until they are taken away', async () => {
  const admin = await anAdmin('Lea Limited');
  const project = (await aProject(admin)).id;
  const set = (own: object) => mustCall(as({ method: 'PUT', path: at(admin, '/limits'), body: { ...limits, ...own } }));
  await set({ projects: 1, storagesPerProject: 1, members: 1, creditsPerMonth: 2, requestsPerMinute: 1 });
  const { id: storage } = await aStorage(admin, project, 'products');
  const post = (path: string, body: object) => call({ path, token: admin.token, body });
  const over = (what: string) => ({
    status: 409,
    body: { error: { code: 'quota-exceeded' }, message: expect.stringContaining(`This account includes 1 ${what}`) },
  });
  expect(await post('/app/projects', { name: 'Second', description: '' })).toMatchObject(over('project'));
  const more = { dataStorageName: 'More', dataStorageKey: 'more', isSoftDelete: false };
  expect(await post(`/app/project/${project}/dataStorages`, more)).toMatchObject(over('storage'));
  expect(await post('/app/authentication/register', { name: 'M', email: 'm@example.test', role: 'admin' })).toMatchObject(over('user'));
  expect((await mustCall<{ data: { usage: { limit: number } } }>({ path: '/app/apiUsage', token: admin.token })).data.usage.limit).toBe(2);
  const read = () => call({ path: `/api/products/${storage}`, ...keysOf(admin, project) });
  const first = await read();
  expect(first).toMatchObject({ status: 200 });
  expect(first.headers.get('ratelimit-limit')).toBe('1');
  expect(await read()).toMatchObject({ status: 429, body: { error: { code: 'too-many-requests' } } });
  await set({ creditsPerMonth: 0 });
  await expect.poll(async () => (await read()).body.error?.code).not.toBe('too-many-requests');
  await set({});
  expect((await post('/app/projects', { name: 'Second', description: '' })).status).toBe(201);
  const { data } = await mustCall<{ data: OfficeAccount }>(as({ path: at(admin) }));
  expect(data).toMatchObject({
    limits,
    plan: { projects: 2, storagesPerProject: 15, members: 25, creditsPerMonth: 30_000 },
    suspension: null,
  });
  expect((await auditOf(admin)).map(({ action }) => action)).toEqual(['Change limits', 'Change limits', 'Change limits']);
  for (const body of [{ ...limits, projects: -1 }, { ...limits, members: 1.5 }, { ...limits, requestsPerMinute: 0 }, {}])
    expect((await call(as({ method: 'PUT', path: at(admin, '/limits'), body }))).status).toBe(400);
});

test('staff look at an account as its admin sees it, change nothing, see no secret, and come back', async () => {
  const admin = await anAdmin('Vic Viewed');
  const project = (await aProject(admin)).id;
  const { id: storage } = await aStorage(admin, project, 'products');
  const path = at(admin, '/view');
  expect((await call(as({ path, body: {} }))).status).toBe(400);
  const answer = await mustCall<{ accessToken: string; data: { account: string } }>(as({ path, body: { reason: 'Ticket 12' } }));
  const token = answer.accessToken;
  expect(answer.data.account).toBe('Vic Viewed');
  for (const open of ['/app/projects', `/app/project/${project}/dataStorages/${storage}`, '/app/users', '/app/billing', '/app/apiUsage'])
    expect(await call({ path: open, token })).toMatchObject({ status: 200 });
  const { data: user } = await mustCall<{ data: object }>({ path: '/app/users/getUser', token });
  expect(user).toMatchObject({ id: admin.id, role: 'admin', apiKey: null, secretKey: null });

  const ids: Ids = { project, storage, person: admin.id, endpoint: 'none', delivery: 'none', key: 'none', session: 'none' };
  const ends = ['POST /authentication/logout', 'POST /authentication/end-viewing'];
  const writes = guarded.filter(
    (route) => (route.method !== 'GET' || /changeUserKeys|\/secret|\/download|\/copy/.test(nameOf(route))) && !ends.includes(nameOf(route)),
  );
  const before = await contentAround([admin.tenantId]);
  for (const { method, path: pathOf, body } of writes) {
    const send = { method, path: `/app${pathOf(ids)}`, token, ...(body ? { body: typeof body === 'function' ? body(ids) : body } : {}) };
    expect({ send, ...(await call(send)) }).toMatchObject({ status: 403, body: { message: messages.viewingOnly } });
  }
  expect((await call({ path: '/app/keys', token })).status).toBe(403);
  expect((await call({ path: '/app/superadmin/users', token })).status).toBe(403);
  expect(await contentAround([admin.tenantId])).toBe(before);

  const session = await database().collection('sessions').where('uid', '==', staff.id).get();
  const viewing = session.docs.find((doc) => doc.get('viewing') !== undefined);
  expect(viewing?.get('expiresAt').toMillis() - viewing?.get('createdAt').toMillis()).toBeLessThanOrEqual(30 * 60_000 + 1000);
  const back = await mustCall<{ accessToken: string }>({ method: 'POST', path: '/app/authentication/end-viewing', token });
  expect((await call({ path: '/app/projects', token })).status).toBe(401);
  expect((await call({ path: '/app/superadmin/users', token: back.accessToken })).status).toBe(200);
  expect((await call({ method: 'POST', path: '/app/authentication/end-viewing', token: back.accessToken })).status).toBe(409);
  expect(await auditOf(admin)).toMatchObject([
    { action: 'End viewing' },
    { action: 'Start viewing', actor: { id: staff.id }, after: { reason: 'Ticket 12' } },
  ]);
  const log = await mustCall<{ data: { description: string }[] }>({
    path: `/app/logs/admin/user-activity-logs/project/${project}`,
    token: admin.token,
  });
  expect(JSON.stringify(log.data)).toContain('Ticket 12');
});

test('the view ends with the session that it came from', async () => {
  const admin = await anAdmin('Una Viewed');
  const own = await aSuperadmin();
  const { accessToken } = await mustCall<{ accessToken: string }>({
    path: at(admin, '/view'),
    token: own.token,
    body: { reason: 'Ticket 13' },
  });
  expect((await call({ path: '/app/projects', token: accessToken })).status).toBe(200);
  await mustCall({ method: 'DELETE', path: '/app/users/sessions', token: own.token });
  expect((await call({ path: '/app/projects', token: accessToken })).status).toBe(401);
});
