import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { Firestore } from '@google-cloud/firestore';
import express from 'express';
import { deleteApp, getApps } from 'firebase-admin/app';
import { startFirestore } from 'local-firestore';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApiApp } from './api-app.ts';
import { createApp } from './app.ts';
import { apiKeyDocument, apiKeyId, makeKeyPair } from './crypto/key-pair.ts';
import { createApiServices } from './routes/api/api-services.ts';
import { createServices, type Services } from './services/services.ts';
import type { Meter } from './store/model/meter.ts';
import type * as Metering from './store/model/meter.ts';
import { Timestamp } from './store/model/values.ts';

/** All that the store has counted, of requests and of the instance's own work. */
const counted = vi.hoisted(() => ({ reads: 0, writes: 0, deletes: 0 }));
vi.mock('./store/model/meter.ts', async (original) => {
  const meter = await original<typeof Metering>();
  const charge = (operation: keyof typeof counted, count: number) => {
    counted[operation] += count;
    meter.charge(operation, count);
  };
  return { ...meter, charge };
});

const indexes = JSON.parse(readFileSync(new URL('../../firestore.indexes.json', import.meta.url), 'utf8'));
const config = {
  projectId: 'demo-test',
  storageBucket: 'demo-test.appspot.com',
  publicOrigin: 'http://localhost',
  tokenPepper: 'a pepper of 32 characters or more!',
  keyEncryptionKey: Buffer.alloc(32, 7),
};
const pair = makeKeyPair(config.tokenPepper);
const keys = { 'x-api-key': pair.apiKey, 'x-secret-key': pair.secretKey, 'x-project-id': 'p1' };
const token = { authorization: 'Bearer admin' };
const closing: (() => unknown)[] = [];
let origin: string;
let host: string;

/** Both APIs in this process as they are deployed: the store opens its own connections. */
beforeAll(async () => {
  const server = await startFirestore({ indexes, projectId: 'demo-test' });
  host = `${server.host}:${server.port}`;
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', host);
  await seed();
  const services = createServices({
    config: { ...config, emulators: { auth: 'none', firestore: host, storage: null } } as unknown as Services['config'], // what these calls read
    auth: {
      verifyIdToken: async (uid: string) => ({ uid, sid: uid.padEnd(32, '_'), firebase: { sign_in_provider: 'custom' } }),
    } as unknown as Services['auth'], // what the guards ask it
  });
  const apiServices = createApiServices(services);
  const http = express()
    .use(forPath('/api', createApiApp(apiServices)))
    .use(createApp(services))
    .listen(0, '127.0.0.1');
  await once(http, 'listening');
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  closing.push(
    () => apiServices.close(),
    () => services.platform.close(),
    () => http.closeAllConnections(),
    () => http.close(),
    () => Promise.all(getApps().map((app) => deleteApp(app))),
    () => server.stop(),
  );
});
afterAll(async () => {
  for (const close of closing) await close();
});

test('every operation that the database bills for calls of both APIs went through the store', async () => {
  expect(await unnoticed(callBoth)).toEqual({ reads: 0, writes: 0, deletes: 0 });
});

test('a read past the store would be noticed', async () => {
  const past = database();
  expect(await unnoticed(() => past.doc('tenants/t1').get())).toEqual({ reads: 1, writes: 0, deletes: 0 });
  await past.terminate();
});

async function callBoth(): Promise<void> {
  await call('POST', '/app/projects', token, { name: 'Second', description: '' });
  await call('GET', '/app/projects', token);
  await call('GET', '/app/users', token);
  const id = await call('POST', '/api/orders/s1', keys, { n: 1 });
  await call('GET', '/api/orders/s1', keys);
  await call('PUT', `/api/orders/s1/dataId/${id}`, keys, { n: 2 });
  await call('DELETE', `/api/orders/s1/dataId/${id}`, keys);
}

/** @returns what the database has billed for `work`, less what the store has counted */
async function unnoticed(work: () => Promise<unknown>): Promise<Meter> {
  const before = { billed: await billed(), ...counted };
  await work();
  const { reads, writes, deletes } = await billed();
  return {
    reads: reads - before.billed.reads - (counted.reads - before.reads),
    writes: writes - before.billed.writes - (counted.writes - before.writes),
    deletes: deletes - before.billed.deletes - (counted.deletes - before.deletes),
  };
}

/** @returns the id of what was made */
async function call(method: string, path: string, headers: object, body?: object): Promise<string> {
  const init = { method, headers: { 'content-type': 'application/json', ...headers }, ...(body ? { body: JSON.stringify(body) } : {}) };
  const response = await fetch(origin + path, init);
  expect(`${path} ${response.ok}`).toBe(`${path} true`);
  return ((await response.json()) as { data?: { id: string } }).data?.id ?? '';
}

async function billed(): Promise<Meter> {
  return (await (await fetch(`http://${host}/emulator/v1/projects/demo-test:billed`)).json()) as Meter;
}

function database(): Firestore {
  return new Firestore({ projectId: 'demo-test', host, ssl: false, customHeaders: { Authorization: 'Bearer owner' } });
}

function forPath(prefix: string, app: express.RequestHandler): express.RequestHandler {
  return (req, res, next) => (req.path.startsWith(prefix) ? app(req, res, next) : next());
}

/** An account with its keys, a project, a storage, and its signed-in admin. */
async function seed(): Promise<void> {
  const firestore = database();
  const now = Timestamp.now();
  const times = { createdAt: now, updatedAt: now };
  const plan = { tier: 'free', usageLimit: 1_000_000, status: 'none', isActive: true, product: null, expiresAt: null };
  const person = { name: 'Ada', email: 'ada@example.test', role: 'admin', tenantId: 't1', projectId: null, is_active: true };
  const later = Timestamp.fromMillis(Date.now() + 3600_000);
  const documents = {
    'tenants/t1': { ownerUid: 'admin', ownerName: 'Ada', active: true, plan, counters: { projects: 1, members: 1 }, ...times },
    'users/admin': { ...person, verifiedAt: now, last_login: null, ...times },
    [`sessions/${'admin'.padEnd(32, '_')}`]: { uid: 'admin', tenantId: 't1', revokedAt: null, expiresAt: later },
    'projects/p1': { tenantId: 't1', name: 'Shop', description: '', archivedAt: null, counters: { storages: 1 }, ...times },
    [`apiKeys/${apiKeyId(pair.apiKey)}`]: apiKeyDocument(pair, config.keyEncryptionKey, { tenantId: 't1', active: true, createdAt: now }),
    'storages/s1': {
      tenantId: 't1',
      projectId: 'p1',
      userId: 'admin',
      ownerName: 'Ada',
      createdBy: 'admin',
      storageName: 'Orders',
      storageKey: 'orders',
      is_softDelete: false,
      archivedAt: null,
      archived: false,
      fields: {},
      shards: ['0'],
      indexForm: 2,
      profile: { grams: true },
      ...times,
    },
  };
  for (const [path, document] of Object.entries(documents)) await firestore.doc(path).set(document);
  await firestore.terminate();
}
