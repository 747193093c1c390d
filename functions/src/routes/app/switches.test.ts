import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { messages, type PlatformSettings, switches, type SwitchName, switchNames, usualSettings } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import type { Request } from 'express';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import { createApp } from '../../app.ts';
import { accountGuards } from '../../http/require-capability.ts';
import { createServices, type Services } from '../../services/services.ts';

let origin: string;
let settings: PlatformSettings;
let db: ReturnType<typeof databaseOf>;
let services: Services;
const closing: (() => unknown)[] = [];

/** The console's API in this process. Its tokens are the names of those who call. */
beforeAll(async () => {
  const data = await startDataServices();
  db = databaseOf(data.services.store);
  const config = {
    projectId: 'demo-test',
    publicOrigin: 'http://localhost',
    tokenPepper: 'a pepper of 32 characters or more!',
    emulators: null,
  };
  services = createServices({
    config: { ...config, stripe: {} } as unknown as Services['config'], // what these calls read of it
    records: data.services,
    platform: { settings: async () => settings, close: () => {} },
    auth: {
      verifyIdToken: async (uid: string) =>
        uid === 'broken'
          ? Promise.reject(new Error('No route to Google.'))
          : { uid, sid: uid.padEnd(32, '_'), firebase: { sign_in_provider: 'custom' } },
    } as unknown as Services['auth'], // what the guards ask it
  });
  await Promise.all([aPerson('admin', 't1'), aPerson('developer', 't1'), aPerson('superadmin', null)]);
  await db.doc('tenants/t1').set({ ownerUid: 'admin', ownerName: 'Ada', active: true });
  const server = createApp(services).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
    // The guards follow sessions for as long as the process lives.
    () => data.stop().catch(() => {}),
  );
});
afterAll(async () => {
  for (const close of closing) await close();
});
beforeEach(() => {
  settings = usualSettings;
  vi.spyOn(console, 'error').mockReturnValue(); // calls that get past the guard lack the services behind it
  vi.spyOn(console, 'log').mockReturnValue();
});

async function aPerson(role: string, tenantId: string | null): Promise<void> {
  const later = Timestamp.fromMillis(Date.now() + 3600_000);
  await db.doc(`sessions/${role.padEnd(32, '_')}`).set({ uid: role, tenantId, revokedAt: null, expiresAt: later });
  await db.doc(`users/${role}`).set({ name: role, email: `${role}@example.test`, role, tenantId, projectId: null, is_active: true });
}

async function call(name: string, token?: string) {
  const [method = '', path = ''] = name.split(' ');
  const answer = await fetch(`${origin}/app${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(method === 'GET' ? {} : { body: bodies[path] ?? '{}' }),
  });
  const body = (await answer.json()) as { message: string; error?: { code: string } };
  return { status: answer.status, code: body.error?.code, message: body.message, retryAfter: answer.headers.get('retry-after') };
}

const bodies: Record<string, string> = {
  '/authentication/register': '{"name":"Nina"}',
};

/** The switch that refuses a call, the call, and the caller's role. */
const rows: [SwitchName | null, string, string?][] = [
  ['registration', 'POST /authentication/register'],
  [null, 'POST /authentication/register', 'admin'],
  ['googleSignIn', 'POST /authentication/google-login'],
  [null, 'POST /authentication/login'],
  [null, 'POST /authentication/forgot-password'],
  ['purchases', 'POST /subscriptions/upgrade/premium', 'admin'],
  ['purchases', 'POST /purchase-credits', 'admin'],
  [null, 'POST /subscriptions/confirmed', 'admin'],
  [null, 'POST /subscriptions/cancel', 'admin'],
  [null, 'POST /subscriptions/change-payment', 'admin'],
  ['fileUploads', 'POST /fileStorage/p1/things/files', 'admin'],
  ['fileUploads', 'POST /project/p1/dataStorages/s1/item/r1/file?fieldName=photo', 'admin'],
  [null, 'GET /fileStorage/p1/things/files', 'admin'],
  ['imports', 'POST /project/p1/dataStorages/s1/import', 'admin'],
  [null, 'DELETE /project/p1/dataStorages/s1/import/12345678/0', 'admin'],
  ['webhookDeliveries', 'POST /endpoints/e1/test', 'admin'],
  ['webhookDeliveries', 'POST /endpoints/e1/deliveries/d1/replay', 'admin'],
  [null, 'GET /endpoints/e1/deliveries', 'admin'],
  ['sandboxRequests', 'POST /project/p1/sandbox/send', 'admin'],
  [null, 'POST /project/p1/dataStorages/postmanSaveData', 'admin'],
  ['feedback', 'POST /feedback', 'admin'],
  ['feedback', 'POST /contact-us'],
  [null, 'PUT /project/p1/dataStorages/s1/item/r1', 'admin'],
  [null, 'GET /superadmin/platform', 'superadmin'],
];

test.each(switchNames)('%s off refuses its calls of the console, and no other', async (off) => {
  settings = { ...usualSettings, switches: { ...usualSettings.switches, [off]: false } };
  const refused: string[] = [];
  for (const [, route, token] of rows) {
    const { status, code, message } = await call(route, token);
    if (code !== 'feature-off') continue;
    refused.push(route);
    expect([route, status, message]).toEqual([route, 503, switches[off].refusal]);
  }
  expect(refused).toEqual(rows.filter(([name]) => name === off).map(([, route]) => route));
});

test('who may not call is told so, and nothing of the switch', async () => {
  settings = { ...usualSettings, switches: { ...usualSettings.switches, purchases: false } };
  expect(await call('POST /purchase-credits')).toMatchObject({ status: 401 });
  expect(await call('POST /purchase-credits', 'superadmin')).toMatchObject({ status: 403 });
});

test('a token that cannot be checked at the moment is no ended session: nobody is logged out by a failing service', async () => {
  expect(await call('GET /projects', 'broken')).toMatchObject({ status: 500 });
});

const readOnly = (endsAt: string | null) => {
  settings = { ...usualSettings, maintenance: { message: 'We move.', startsAt: null, endsAt, readOnly: true } };
};
const changes = [
  'POST /projects',
  'PUT /projects/p1',
  'DELETE /projects/p1',
  'PUT /users/updateUser',
  'POST /feedback',
  'POST /purchase-credits',
  'GET /authentication/changeUserKeys',
  'POST /authentication/changeUserKeys',
  'POST /authentication/register',
];

test('a read-only maintenance refuses changes with the seconds until its end, and lets what is no change pass', async () => {
  readOnly(new Date(Date.now() + 600_000).toISOString());
  for (const route of changes) {
    const answer = await call(route, 'admin');
    expect([route, answer]).toMatchObject([route, { status: 503, code: 'maintenance', message: messages.readOnly }]);
    expect(Number(answer.retryAfter)).toBeGreaterThan(590);
  }
  for (const route of ['POST /authentication/register', 'POST /contact-us']) expect((await call(route)).code).toBe('maintenance');
  for (const route of ['POST /authentication/login', 'POST /authentication/google-login', 'POST /superadmin/track', 'GET /config'])
    expect([route, (await call(route)).code]).not.toEqual([route, 'maintenance']);
  for (const route of ['GET /users/getUser', 'DELETE /users/sessions', 'POST /project/p1/dataStorages/s1/download'])
    expect([route, (await call(route, 'developer')).code]).not.toEqual([route, 'maintenance']);
});

test('a maintenance lets HEAD and OPTIONS pass, which change nothing; a path tells its verbs', async () => {
  readOnly(null);
  const ask = (method: string, path: string) => fetch(`${origin}/app${path}`, { method });
  expect((await ask('HEAD', '/config')).status).toBe(200);
  const told = await ask('OPTIONS', '/projects');
  expect([told.status, told.headers.get('allow')]).toEqual([204, 'GET, POST']);
  expect((await ask('PATCH', '/projects')).status).toBe(503);
});

test('a mailed link confirms an address during a read-only maintenance: it leads to a session', async () => {
  readOnly(null);
  expect(await call('GET /verify/user/unknown')).toMatchObject({ status: 404, message: messages.verificationFailed });
});

test('a call that takes no parameters refuses those that come, and does nothing', async () => {
  for (const route of ['GET /projects/p1?expand=all', 'DELETE /users/sessions?dryRun=true']) {
    const [name] = route.slice(route.indexOf('?') + 1).split('=');
    const message = `${name} is not a parameter of this call, which takes none: leave it out.`;
    expect([route, await call(route, 'admin')]).toMatchObject([route, { status: 400, code: 'invalid-argument', message }]);
  }
  expect((await call('GET /projects/p1?_=17', 'admin')).code).toBe('not-found');
});

test('staff change things during a maintenance', async () => {
  readOnly(null);
  expect((await call('PUT /superadmin/platform', 'admin')).code).toBe('maintenance');
  expect((await call('PUT /superadmin/platform', 'superadmin')).code).toBe('invalid-argument');
  expect((await call('POST /superadmin/tenants/none/lift', 'superadmin')).code).toBe('not-found');
});

test('who looks at an account reads by GET and HEAD, and changes nothing', async () => {
  const [own, viewing] = ['superadmin'.padEnd(32, '_'), 'superadmin'.padEnd(32, '-')];
  const later = Timestamp.fromMillis(Date.now() + 3600_000);
  await db.doc(`sessions/${viewing}`).set({ uid: 'superadmin', revokedAt: null, expiresAt: later, viewing: { tenantId: 't1', from: own } });
  const verifyIdToken = async () => ({ uid: 'superadmin', sid: viewing, firebase: { sign_in_provider: 'custom' } });
  const guards = accountGuards({ auth: { verifyIdToken }, store: services.store, clock: Date.now } as unknown as Services); // what they ask of it
  const ask = (method: string) => guards.signedIn({ method, path: '/project', headers: { authorization: 'Bearer a' } } as Request);
  for (const method of ['GET', 'HEAD']) expect(await ask(method)).toMatchObject({ tenantId: 't1' });
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) await expect(ask(method)).rejects.toMatchObject({ code: 'permission-denied' });
});

test.each([
  ['GET /fileStorage/p1/things/files?limit=201', 'limit'],
  ['GET /reporting?projectId=p1&from=2026-01-01&to=2026-01-02&entries=1001', 'entries'],
  ['GET /project/p1/requests?limit=201', 'limit'],
  ['GET /superadmin/analytics?from=2026-01-02&to=2026-01-01', 'to'],
  ['GET /superadmin/analytics?from=2025-01-01&to=2026-01-02', 'from'],
])('%s asks for too much, which is told by its name', async (name, field) => {
  const [, path = ''] = name.split(' ');
  const token = path.startsWith('/superadmin') ? 'superadmin' : 'admin';
  const answer = await fetch(`${origin}/app${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { details: [{ field }] } }]);
});

test('a request that is sent for somebody has at most fifty headers', async () => {
  const headers = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`x-${i}`, 'a']));
  const answer = await fetch(`${origin}/app/project/p1/sandbox/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer admin' },
    body: JSON.stringify({ url: 'https://api.example/', headers }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { details: [{ field: 'headers' }] } }]);
});
