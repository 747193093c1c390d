import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type RequestPage, usualSettings } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { databaseOf, startDataServices } from '../../test/data-services.ts';
import { createApp } from '../app.ts';
import { createConsoleLog } from '../domain/requests/console-log.ts';
import { createServices, type Services } from '../services/services.ts';

let origin: string;
let db: ReturnType<typeof databaseOf>;
let requestLog: ReturnType<typeof createConsoleLog>;
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
  const services = createServices({
    config: { ...config, stripe: {} } as unknown as Services['config'], // what these calls read of it
    records: data.services,
    platform: { settings: async () => usualSettings, close: () => {} },
    auth: {
      verifyIdToken: async (uid: string) => ({ uid, sid: uid.padEnd(32, '_'), firebase: { sign_in_provider: 'custom' } }),
    } as unknown as Services['auth'], // what the guards ask it
  });
  await Promise.all([aPerson('ann', 't1', 'admin'), aPerson('max', 't1', 'manager'), aPerson('eve', 't2', 'admin')]);
  const plan = { tier: 'free', usageLimit: 1000, status: 'none', isActive: true, product: null, expiresAt: null };
  for (const [tenant, project] of [
    ['t1', 'p1'],
    ['t2', 'p2'],
  ] as const) {
    await db.doc(`tenants/${tenant}`).set({ ownerUid: 'o', ownerName: 'Owner', active: true, plan });
    await db.doc(`projects/${project}`).set({ tenantId: tenant, name: project, archivedAt: null, counters: { storages: 0 } });
  }
  await db.doc('storages/s1').set({ tenantId: 't1', projectId: 'p1', storageName: 'Orders', storageKey: 'orders', archived: false });
  await db.doc('endpoints/e1').set({ tenantId: 't1', projectId: 'p1', storageId: 's1' });
  await db.doc('apiKeys/k1').set({ tenantId: 't1', projectId: 'p1', kind: 'scoped', name: 'Shop', limits: null });
  requestLog = createConsoleLog(services);
  const server = createApp(services, requestLog).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
    () => data.stop().catch(() => {}), // the guards follow sessions for as long as the process lives
  );
});
afterAll(async () => {
  for (const close of closing) await close();
});
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(); // some calls lack the services behind them
  vi.spyOn(console, 'log').mockReturnValue();
});

async function aPerson(uid: string, tenantId: string, role: string): Promise<void> {
  const expiresAt = Timestamp.fromMillis(Date.now() + 3_600_000);
  await db.doc(`sessions/${uid.padEnd(32, '_')}`).set({ uid, tenantId, revokedAt: null, expiresAt });
  const projectId = role === 'admin' ? null : 'p1';
  await db.doc(`users/${uid}`).set({ name: uid, email: `${uid}@example.test`, role, tenantId, projectId, is_active: true });
}

async function call(token: string | null, method: string, path: string, body?: object, page?: string) {
  const answer = await fetch(`${origin}/app${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(page ? { 'x-project-id': page } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, id: answer.headers.get('x-request-id') ?? '', body: (await answer.json()) as RequestPage };
}

const lineOf = async (token: string, projectId: string, id: string) =>
  (await call(token, 'GET', `/project/${projectId}/requests?id=${id}`)).body.data.map(
    ({ at: _at, ms: _ms, network: _network, ...line }) => line,
  );

test('a call of the console that is refused is found by its id at once, with the person, and holds nothing that was sent', async () => {
  const secret = 'not-to-be-kept';
  const refused = await call('ann', 'PUT', `/project/p1/dataStorages/s1/item/${secret}?x=${secret}`, { data: { [secret]: 1 } });
  expect(refused.status).toBe(400);
  const [line] = await lineOf('ann', 'p1', refused.id);
  expect(line).toMatchObject({
    id: refused.id,
    method: 'PUT',
    route: '/app/project/{projectId}/dataStorages/{storageId}/item/{itemId}',
    verb: 'update',
    storageId: 's1',
    key: null,
    user: null,
    member: 'ann',
    status: 400,
    code: 'invalid-argument',
    credits: 0,
  });
  expect(JSON.stringify(line)).not.toContain(secret);
});

test('a refused change of the project itself has its line as well', async () => {
  const refused = await call('ann', 'PUT', '/projects/p1', { name: '' });
  expect(refused.status).toBe(400);
  expect(await lineOf('ann', 'p1', refused.id)).toMatchObject([{ id: refused.id, route: '/app/projects/{projectId}', member: 'ann' }]);
});

test.each([
  ['PUT', '/endpoints/e1', { method: 7 }, '/app/endpoints/{endpointId}'],
  ['GET', '/endpoints/e1/deliveries?state=odd', undefined, '/app/endpoints/{endpointId}/deliveries'],
  ['PUT', '/keys/k1', { cap: 'much' }, '/app/keys/{keyId}'],
  ['GET', '/keys?projectId=p1&odd=1', undefined, '/app/keys'],
  ['GET', '/reporting/calls?projectId=p1&by=odd', undefined, '/app/reporting/calls'],
  ['GET', '/apiUsage/breakdown?projectId=p1&month=odd', undefined, '/app/apiUsage/breakdown'],
  ['GET', '/fileStorage/p1/orders/files?limit=0', undefined, '/app/fileStorage/{projectId}/{storageKey}/files'],
  ['GET', '/logs/admin/user-activity-logs/project/p1?odd=1', undefined, '/app/logs/admin/user-activity-logs/project/{projectId}'],
  ['POST', '/archivedProject/p1/delete', {}, '/app/archivedProject/{projectId}/delete'],
  ['GET', '/copy/s1/file', undefined, '/app/copy/{storageId}/file'],
] as const)('a refused %s %s has its line in the project that it is about', async (method, path, body, route) => {
  const refused = await call('ann', method, path, body);
  expect(refused.status).toBe(400);
  expect(await lineOf('ann', 'p1', refused.id)).toMatchObject([{ id: refused.id, route, member: 'ann' }]);
});

test('a call that a page of the project makes has its line there, whatever it is about', async () => {
  for (const path of ['/users/getUser?odd=1', '/endpoints/gone/secret']) {
    const refused = await call('ann', 'GET', path, undefined, 'p1');
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(await lineOf('ann', 'p1', refused.id)).toMatchObject([{ id: refused.id, member: 'ann' }]);
  }
  const foreign = await call('eve', 'GET', '/users/getUser?odd=1', undefined, 'p1');
  expect(await lineOf('ann', 'p1', foreign.id)).toEqual([]);
});

test('a refusal of a right is told of the person who lacks it, by name', async () => {
  const refused = await call('max', 'GET', '/project/p1/backups');
  expect(refused.status).toBe(403);
  const { body } = await call('ann', 'GET', `/project/p1/requests?id=${refused.id}`);
  expect([body.data[0]?.member, body.data[0]?.code, body.names.members]).toEqual(['max', 'permission-denied', { max: 'max' }]);
});

test.each([
  ['of another account', 'eve', 'p1'],
  ['of nobody', null, 'p1'],
  ['on a project that is not there', 'ann', 'none'],
] as const)('a call %s leaves no line in a project’s log', async (_, token, project) => {
  const refused = await call(token, 'GET', `/project/${project}/backups`);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  await requestLog.flush();
  for (const [reader, own] of [
    ['ann', 'p1'],
    ['eve', 'p2'],
  ] as const)
    expect(await lineOf(reader, own, refused.id)).toEqual([]);
});

test('what the console is served is not in the log', async () => {
  const served = await call('ann', 'GET', '/project/p1/requests');
  expect([served.status, await lineOf('ann', 'p1', served.id)]).toEqual([200, []]);
});

test('a storage that is not the project’s is not named', async () => {
  const refused = await call('ann', 'GET', '/project/p1/dataStorages/strange/settings');
  expect(refused.status).toBe(404);
  expect(await lineOf('ann', 'p1', refused.id)).toMatchObject([{ storageId: null, code: 'not-found' }]);
});
