import {
  type AuditRow,
  messages,
  type PlatformSettings,
  type PublicConfig,
  switches,
  type SwitchName,
  switchNames,
} from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, call, mustCall } from '../support/call.ts';
import { contentAround } from '../support/content-versions.ts';
import { googleCredential } from '../support/google.ts';
import { guarded, type Ids, nameOf } from '../support/guarded-calls.ts';
import { type Listener, startListener } from '../support/listener.ts';
import {
  type Admin,
  anAdmin,
  aProject,
  aStorage,
  aSuperadmin,
  freshEmail,
  freshNetwork,
  keysOf,
  password,
  type Person,
} from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';

let staff: Person;
let admin: Admin;
let listener: Listener;
const at: Ids = { project: '', storage: '', person: '', endpoint: '', delivery: 'none', key: 'none', session: 'none' };
let records: Pick<Call, 'path' | 'keys'>;
let record = '';
let hook = '';

beforeAll(async () => {
  [staff, admin, listener] = await Promise.all([aSuperadmin(), anAdmin('Olga Operated'), startListener()]);
  const as = { token: admin.token };
  at.project = (await aProject(admin)).id;
  at.storage = (await aStorage(admin, at.project, 'products')).id;
  at.person = admin.id;
  records = { path: `/api/products/${at.storage}`, ...keysOf(admin, at.project) };
  record = (await mustCall<{ data: { id: string } }>({ ...records, body: { title: 'Oak' } })).data.id;
  const endpoint = (body: object) =>
    mustCall<{ data: { id: string; endpoint: string } }>({
      path: `/app/project/${at.project}/endpoints`,
      body: { dataStorageId: at.storage, type: 'webhook', ...body },
      ...as,
    });
  at.endpoint = (await endpoint({ functionality: 'receiver', endpoint: listener.url })).data.id;
  hook = new URL((await endpoint({ functionality: 'sender' })).data.endpoint).pathname;
});
afterAll(async () => {
  await change({});
  listener.close();
});

const path = '/app/superadmin/platform';
const read = async () => (await mustCall<{ data: PlatformSettings }>({ path, token: staff.token })).data;
const on = Object.fromEntries(switchNames.map((name) => [name, true])) as PlatformSettings['switches']; // one entry for each name
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** Everything else is on, and there is no maintenance by default. */
async function change({ off = [], ...facts }: { off?: SwitchName[]; maintenance?: PlatformSettings['maintenance'] }): Promise<void> {
  const body = {
    switches: { ...on, ...Object.fromEntries(off.map((name) => [name, false])) },
    maintenance: null,
    ...facts,
    reason: 'A test',
    expectedUpdatedAt: (await read()).updatedAt,
  };
  await mustCall({ method: 'PUT', path, token: staff.token, body });
}

function form(fields: Record<string, string>, file?: string): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (file) body.append('file', new Blob(['text'], { type: 'text/plain' }), file);
  return body;
}

/** A call, and the switches that refuse it. */
const calls: [string, SwitchName[], () => Call][] = [
  [
    'register',
    ['registration'],
    () => visitor('/app/authentication/register', { name: 'Nina', ...credentials(), confirmPassword: password }),
  ],
  [
    'first sign-in with Google',
    ['registration', 'googleSignIn'],
    () => visitor('/app/authentication/google-login', { googleData: { credential: googleCredential(freshEmail('google')) } }),
  ],
  ['contact form', ['feedback'], () => visitor('/app/contact-us', { name: 'Nina', email: freshEmail(), message: 'Hello, how are you?' })],
  ['login', [], () => visitor('/app/authentication/login', { email: admin.email, password })],
  ['feedback', ['feedback'], () => own('/feedback', form({ fullName: 'O', email: 'o@example.test', subject: 'Praise', message: 'Good.' }))],
  ['buy credits', ['purchases'], () => own('/purchase-credits', { amount: 5 })],
  ['buy a plan', ['purchases'], () => own('/subscriptions/upgrade/premium', {})],
  ['cancel a plan', [], () => own('/subscriptions/cancel', {})],
  ['upload in the console', ['fileUploads'], () => own(`/fileStorage/${at.project}/products/files`, form({}, 'a.txt'))],
  [
    'import in the console',
    ['imports'],
    () =>
      own(`/project/${at.project}/dataStorages/${at.storage}/import`, {
        key: `test-${Date.now()}`,
        part: 0,
        fileName: 'a.csv',
        rows: [{ row: 1, value: { title: 'Elm' } }],
      }),
  ],
  ['try a webhook', ['webhookDeliveries'], () => own(`/endpoints/${at.endpoint}/test`, {})],
  ['send from the sandbox', ['sandboxRequests'], () => own(`/project/${at.project}/sandbox/send`, { url: 'https://127.0.0.1' })],
  ['create by the data API', ['dataApiWrites'], () => ({ ...records, body: { title: 'Elm' } })],
  ['inbound webhook', ['dataApiWrites'], () => ({ path: hook, body: { title: 'Elm' } })],
  [
    'upload by the data API',
    ['fileUploads', 'dataApiWrites'],
    () => ({ ...records, path: `${records.path}/dataId/${record}/upload?fieldName=photo`, body: form({}, 'a.txt') }),
  ],
  [
    'import by the data API',
    ['imports', 'dataApiWrites'],
    () => ({ ...records, path: `${records.path}/import`, body: [{ title: 'Elm' }] }),
  ],
  ['list by the data API', [], () => records],
];

const visitor = (path: string, body: object): Call => ({ path, headers: freshNetwork(), body });
const own = (path: string, body: unknown): Call => ({ path: `/app${path}`, token: admin.token, body });
const credentials = () => ({ email: freshEmail('new'), password });

async function codeOf(send: () => Call): Promise<string | null> {
  return (await call(send())).body.error?.code ?? null;
}

test.each(switchNames)('with %s off its calls are refused with its sentence, all others go, and on again they go too', async (name) => {
  const isRefused = (row: (typeof calls)[number]) => row[1].includes(name);
  await change({ off: [name] });
  for (const [title, , send] of calls.filter(isRefused)) {
    await expect.poll(() => codeOf(send), { message: title }).toBe('feature-off');
    const before = await contentAround([admin.tenantId]);
    expect(await call(send())).toMatchObject({ status: 503, body: { success: false, message: switches[name].refusal } });
    expect(await contentAround([admin.tenantId])).toBe(before);
  }
  for (const [title, , send] of calls.filter((row) => !isRefused(row)))
    expect([title, await codeOf(send)]).not.toEqual([title, 'feature-off']);
  await change({});
  for (const [title, , send] of calls.filter(isRefused)) await expect.poll(() => codeOf(send), { message: title }).not.toBe('feature-off');
});

test('an admin adds members while nobody opens a new account', async () => {
  await change({ off: ['registration'] });
  const body = { name: 'Max', ...credentials(), confirmPassword: password, role: 'developer', projectId: at.project };
  expect(await call(own('/authentication/register', body))).toMatchObject({ status: 201 });
  await change({});
});

test('held back, deliveries of webhooks are sent once they are on again', async () => {
  await change({ off: ['webhookDeliveries'] });
  await expect.poll(() => codeOf(() => own(`/endpoints/${at.endpoint}/test`, {}))).toBe('feature-off');
  const title = `Held ${Date.now()}`;
  const heard = () => listener.heard.filter(({ body }) => body.includes(title)).length;
  await mustCall({ ...records, body: { title } });
  // A delivery's first try follows its change by itself, another's shows that time has passed for this one too.
  const deliveries = () =>
    mustCall<{ data: { state: string; attempts: number }[] }>({ path: `/app/endpoints/${at.endpoint}/deliveries`, token: admin.token });
  expect((await deliveries()).data[0]).toMatchObject({ state: 'pending', attempts: 0 });
  expect(heard()).toBe(0);
  await change({});
  await expect.poll(heard).toBe(1);
});

test('a read-only maintenance refuses every change of the console with the time until its end; reads, sign-ins and staff go on', async () => {
  const maintenance = { message: 'We move to new machines.', startsAt: inMinutes(-1), endsAt: inMinutes(60), readOnly: true };
  await change({ maintenance });
  const create = () => own('/projects', { name: 'Late', description: '' });
  await expect.poll(() => codeOf(create)).toBe('maintenance');
  const goesOn = /^GET (?!\/authentication\/changeUserKeys)|^POST \/authentication\/|^DELETE \/users\/sessions|\/download$/;
  const writes = guarded.filter((route) => !goesOn.test(nameOf(route)) && route.opens.includes('admin'));
  expect(writes.length).toBeGreaterThan(30);
  const before = await contentAround([admin.tenantId]);
  for (const { method, path: pathOf, body } of writes) {
    const send = { ...own(pathOf(at), typeof body === 'function' ? body(at) : body), method };
    expect({ send, ...(await call(send)) }).toMatchObject({
      status: 503,
      body: { error: { code: 'maintenance' }, message: messages.readOnly },
    });
  }
  const refused = await call(create());
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
  for (const [title, , send] of calls.filter(([title]) => ['register', 'first sign-in with Google', 'contact form'].includes(title)))
    expect([title, await codeOf(send)]).toEqual([title, 'maintenance']);
  expect(await codeOf(() => ({ ...records, body: { title: 'Late' } }))).toBe('maintenance');
  expect(await contentAround([admin.tenantId])).toBe(before);

  for (const open of ['/app/projects', `/app/project/${at.project}/dataStorages/${at.storage}`, '/app/billing', '/app/users/getUser'])
    expect([open, (await call({ path: open, token: admin.token })).status]).toEqual([open, 200]);
  expect((await call(records)).status).toBe(200);
  const download = `/app/project/${at.project}/dataStorages/${at.storage}/download`;
  expect((await call({ path: download, token: admin.token, body: { ids: [record] } })).status).toBe(200);
  for (const { email } of [admin, staff]) expect((await call(visitor('/app/authentication/login', { email, password }))).status).toBe(200);
  expect((await call({ path: '/app/superadmin/tenants/none/lift', method: 'POST', token: staff.token })).status).toBe(404);
  await change({});
  await expect.poll(() => codeOf(create)).not.toBe('maintenance');
});

test('everybody sees the maintenance from its announcement to its end, and what is off for visitors, but not by whom', async () => {
  const config = async () => (await mustCall<{ data: PublicConfig }>({ path: '/app/config' })).data.platform;
  const maintenance = { message: 'We move.', startsAt: inMinutes(60), endsAt: inMinutes(120), readOnly: true };
  await change({ maintenance, off: ['googleSignIn', 'imports'] });
  await expect.poll(config).toEqual({ maintenance, off: ['googleSignIn'] });
  expect((await call(own('/projects', {}))).body.error?.code).toBe('invalid-argument');
  await change({ maintenance: { ...maintenance, startsAt: null, endsAt: inMinutes(-1) } });
  await expect.poll(config).toEqual({ maintenance: null, off: [] });
});

test('a change is a row of the audit with its reason, before and after', async () => {
  await change({});
  await change({ off: ['purchases'] });
  const { data } = await mustCall<{ data: AuditRow[] }>({ path: '/app/superadmin/audit?search=settings/platform', token: staff.token });
  expect(data[0]).toMatchObject({
    action: 'Change platform',
    target: 'settings/platform',
    actor: { id: staff.id },
    before: { switches: on, maintenance: null },
    after: { switches: { ...on, purchases: false }, maintenance: null, reason: 'A test' },
  });
  expect(await read()).toMatchObject({ switches: { purchases: false }, updatedBy: { id: staff.id, name: staff.name } });
});

const put = async (facts: object): Promise<Call> => ({
  method: 'PUT',
  path,
  token: staff.token,
  body: { switches: on, maintenance: null, reason: 'A test', expectedUpdatedAt: (await read()).updatedAt, ...facts },
});
const planned = { message: 'We move.', startsAt: null, endsAt: null, readOnly: false };

scenarios('PUT /app/superadmin/platform', [
  {
    name: 'refuses what somebody else has changed meanwhile',
    send: () => put({ expectedUpdatedAt: '2026-01-01T00:00:00.000Z' }),
    status: 409,
    code: 'conflict',
    message: /Sue Superadmin has changed the settings meanwhile/,
  },
  { name: 'refuses a change without a reason', send: () => put({ reason: '' }), status: 400, field: 'reason' },
  {
    name: 'refuses an unknown switch',
    send: () => put({ switches: { ...on, everything: false } }),
    status: 400,
    code: 'invalid-argument',
  },
  { name: 'refuses to leave a switch out', send: () => put({ switches: { imports: true } }), status: 400, code: 'invalid-argument' },
  {
    name: 'refuses a maintenance that says nothing',
    send: () => put({ maintenance: { ...planned, message: ' ' } }),
    status: 400,
    field: 'maintenance.message',
  },
  {
    name: 'refuses a message of more than 500 characters',
    send: () => put({ maintenance: { ...planned, message: 'x'.repeat(501) } }),
    status: 400,
    field: 'maintenance.message',
  },
  {
    name: 'refuses an end before the start',
    send: () => put({ maintenance: { ...planned, startsAt: inMinutes(60), endsAt: inMinutes(30) } }),
    status: 400,
    field: 'maintenance.endsAt',
  },
  {
    name: 'refuses a time that is none',
    send: () => put({ maintenance: { ...planned, startsAt: 'tomorrow' } }),
    status: 400,
    field: 'maintenance.startsAt',
  },
]);
