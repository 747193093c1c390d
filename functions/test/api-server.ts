import type { AddressInfo } from 'node:net';
import type { StorageDocument } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import express from 'express';
import { createApiApp } from '../src/api-app.ts';
import { createApiServices } from '../src/routes/api/api-services.ts';
import { apiKeyDocument, apiKeyId, makeKeyPair } from '../src/crypto/key-pair.ts';
import { storageKeyId } from '../src/domain/storages/storage-by-key.ts';
import type { RenderedMail } from '../src/services/layout.ts';
import { createServices, type Services } from '../src/services/services.ts';
import { databaseOf, makeStorage, startDataServices } from './data-services.ts';

/** A success or a failure: the tests say which members they expect. */
export interface Body extends Record<string, unknown> {
  // A type of its own for each answer would say no more than the expectations do.
  data: ReturnType<typeof JSON.parse>;
}

export interface Reply {
  status: number;
  body: Body;
  text: string;
  headers: Headers;
}

export interface Request {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Instead of the account's keys. */
  bearer?: string;
}

/** The data API in this process, on a Firestore server of its own in memory, with one account, one project and its keys. */
export async function startApi({
  clock = Date.now,
  fetchOutside = fetch,
  auth,
}: {
  clock?: () => number;
  fetchOutside?: typeof fetch;
  /** Firebase's sign-in, which needs a server of its own. */
  auth?: Services['auth'];
} = {}) {
  const data = await startDataServices();
  const mails: { to: string; mail: RenderedMail }[] = [];
  const config = {
    tokenPepper: 'a pepper of 32 characters or more!',
    keyEncryptionKey: Buffer.alloc(32, 7),
    publicOrigin: 'http://localhost:5000',
    projectId: 'demo-test',
    webApiKey: 'web',
    emulators: null,
    evenMillis: 600, // mails that answers do not wait for have come by then
  };
  const services = createApiServices(
    createServices({
      config: config as unknown as ReturnType<typeof createServices>['config'], // what the data API reads of it
      records: data.services,
      clock,
      fetchOutside,
      ...(auth ? { auth } : {}),
      mailer: { send: async (_, { to, mail }) => void mails.push({ to: to.address, mail }), verify: async () => {} },
    }),
  );
  const pair = makeKeyPair(config.tokenPepper);
  await seed(databaseOf(data.services.store), pair, config.keyEncryptionKey);
  const server = express().use(createApiApp(services)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  server.keepAliveTimeout = 60_000; // a test may be busy for longer than Node's 5 s, and fetch would meet a closed connection
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    services,
    mails,
    keyHeaders: { 'x-api-key': pair.apiKey, 'x-secret-key': pair.secretKey, 'x-project-id': 'p1' },
    async storage(storageKey: string, change: Partial<StorageDocument<Timestamp>> = {}) {
      const read = await makeStorage(data.services, { storageKey, storageName: `My ${storageKey}`, ...change });
      const { id } = await read();
      await databaseOf(data.services.store)
        .doc(`unique/${storageKeyId('p1', storageKey)}`)
        .set({ scope: 'storageKey:p1', ref: id });
      return { id, path: `/api/${storageKey}/${id}`, read };
    },
    async call(path: string, { method, body, headers, bearer }: Request = {}): Promise<Reply> {
      const isRaw = typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
      const credentials = bearer
        ? { authorization: `Bearer ${bearer}`, 'x-project-id': 'p1' }
        : { 'x-api-key': pair.apiKey, 'x-secret-key': pair.secretKey, 'x-project-id': 'p1' };
      const response = await fetch(origin + path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(body !== undefined && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
          ...credentials,
          ...headers,
        },
        ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: parse(text) };
    },
    /** Operations that the database has billed so far. */
    async billed() {
      const answer = await fetch(`http://${data.host}/emulator/v1/projects/demo-test:billed`);
      return (await answer.json()) as { reads: number; writes: number; deletes: number };
    },
    async stop() {
      await services.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await data.stop();
    },
  };
}

export type ApiServer = Awaited<ReturnType<typeof startApi>>;

async function seed(firestore: FirebaseFirestore.Firestore, pair: ReturnType<typeof makeKeyPair>, key: Buffer): Promise<void> {
  const now = Timestamp.now();
  const plan = { tier: 'free', usageLimit: 1_000_000, status: 'none', isActive: true, product: null, expiresAt: null };
  await firestore.doc('tenants/t1').set({ ownerUid: 'u1', ownerName: 'Owner', active: true, plan, createdAt: now, updatedAt: now });
  const project = {
    tenantId: 't1',
    name: 'Shop',
    description: '',
    archivedAt: null,
    counters: { storages: 0 },
    createdAt: now,
    updatedAt: now,
  };
  await firestore.doc('projects/p1').set(project);
  await firestore.doc(`apiKeys/${apiKeyId(pair.apiKey)}`).set(
    apiKeyDocument(pair, key, {
      tenantId: 't1',
      active: true,
      createdAt: now as unknown as Parameters<typeof apiKeyDocument>[2]['createdAt'],
    }),
  );
}

function parse(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return { data: undefined };
  }
}
