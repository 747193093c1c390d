import { Firestore } from '@google-cloud/firestore';
import { startFirestore } from 'local-firestore';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { apiInstances, type Instance } from '../support/api-instances.ts';
import { call, mustCall } from '../support/call.ts';
import { aDeclaredStorage, declare, type DeclaredStorage } from '../support/declared.ts';
import { type Admin, anAdmin, aProject, keysOf } from '../support/personas.ts';
import { seedAccount } from '../support/seed-account.ts';

/** The switch to an enforced schema while others write. */

describe('of a storage that four writers fill by four doors', () => {
  let admin: Admin;
  let projectId = '';
  let storage: DeclaredStorage;
  const fields = { n: { type: 'number', required: true } } as const;

  beforeAll(async () => {
    admin = await anAdmin();
    projectId = (await aProject(admin)).id;
    storage = await aDeclaredStorage(admin, { projectId, storageKey: 'switched' });
  });

  test('no bad record is stored once the console says that it is enforced', async () => {
    const at = { isEnforced: false, isOver: false, import: 0 };
    const bad = { n: 'bad' };
    const doors: readonly (() => Promise<{ status: number }>)[] = [
      () => storage.send(bad),
      () =>
        call({
          path: '/api/batch',
          ...keysOf(admin, projectId),
          body: { writes: [{ op: 'create', storageId: storage.storageId, data: bad }] },
        }),
      () => storage.import(`[{"n":"bad","import":${(at.import += 1)}}]`, 'application/json'),
      () => call({ path: `${storage.console}/item`, token: admin.token, body: { data: bad } }),
    ];
    const late: number[] = [];
    const before = doors.map(() => 0);
    const writers = doors.map(async (write, door) => {
      while (!at.isOver) {
        const isLate = at.isEnforced;
        const { status } = await write();
        if (isLate) late.push(status);
        else if (status < 300) before[door] = (before[door] ?? 0) + 1;
        await new Promise((done) => setTimeout(done, 50));
      }
    });
    await vi.waitUntil(() => before.every((count) => count > 0), { timeout: 60_000 });
    expect(await declare(admin, { projectId, storageId: storage.storageId, state: 'enforce', fields })).toMatchObject({
      status: 200,
      body: { data: { state: 'arming' } },
    });
    const state = async () =>
      (await mustCall<{ data: { state: string } }>({ path: `${storage.console}/schema`, token: admin.token })).data.state;
    await vi.waitUntil(async () => (await state()) === 'enforce', { timeout: 90_000, interval: 500 });
    const { count } = (await storage.ask('/count')).body.data as unknown as { count: number };
    at.isEnforced = true;
    await vi.waitUntil(() => late.length >= 20, { timeout: 60_000 });
    at.isOver = true;
    await Promise.all(writers);
    expect([...new Set(late)]).toEqual([400]);
    // Of writers whose call began before the answer, none has stored anything after it either.
    expect((await storage.ask('/count')).body.data).toMatchObject({ count });
    expect((await storage.send({ n: 1 })).status).toBe(201);
  }, 240_000);
});

describe('of an instance that is cut off from the list of schemas', () => {
  const projectId = 'demo-cut-off';
  const places = { server: '', proxy: '' };
  const ends: (() => unknown)[] = [];
  let instance: Instance;
  let headers: Record<string, string> = {};
  let isCut = false;

  beforeAll(async () => {
    const server = await startFirestore({ projectId });
    places.server = `${server.host}:${server.port}`;
    const firestore = new Firestore({ projectId, host: places.server, ssl: false, customHeaders: { Authorization: 'Bearer owner' } });
    const proxy = createServer((socket) => passOn(socket, server));
    await new Promise<void>((listening) => void proxy.listen(0, '127.0.0.1', listening));
    places.proxy = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const instances = apiInstances(places.proxy, projectId, () => {});
    ends.push(
      () => instances.stop(),
      () => firestore.terminate(),
      () => proxy.close(),
      () => server.stop(),
    );
    headers = await seedAccount(firestore, { usageLimit: 5000 });
    instance = await instances.start();
  });

  afterAll(async () => {
    for (const end of ends) await end();
  });

  /** Ends each connection that asks for the list, once it is cut off; all others are as they were. */
  function passOn(socket: Socket, { host, port }: { host: string; port: number }): void {
    const behind = connect(port, host);
    socket.on('data', (data) => (isCut && data.includes('settings/schemas') ? socket.destroy() : behind.write(data)));
    behind.pipe(socket);
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }

  const ask = async (method: 'GET' | 'POST') => {
    const body = method === 'POST' ? { body: '{"n":1}' } : {};
    const answer = await fetch(`${instance.url}/api/orders/orders`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...body,
    });
    return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get('Retry-After') };
  };

  test('it writes nothing until it can ask again, and says so; what is read goes on', async () => {
    expect((await ask('POST')).status).toBe(201);
    isCut = true;
    let refused = await ask('POST');
    await vi.waitUntil(
      async () => {
        refused = await ask('POST');
        return refused.status !== 201;
      },
      { timeout: 90_000, interval: 500 },
    );
    expect([refused.status, refused.retryAfter]).toEqual([503, '5']);
    expect(refused.text).toContain('"code":"unavailable"');
    const count = async () => (JSON.parse((await ask('GET')).text) as { data: unknown[] }).data.length;
    const stored = await count();
    for (let again = 0; again < 3; again += 1) expect((await ask('POST')).status).toBe(503);
    expect(await count()).toBe(stored);
    isCut = false;
    await vi.waitUntil(async () => (await ask('POST')).status === 201, { timeout: 60_000, interval: 500 });
  }, 240_000);
});
