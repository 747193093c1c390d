import { collectionPath } from '../../store/model/collection.ts';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { awayAt } from '../../../test/away.ts';
import { databaseOf, makeStorage, startDataServices } from '../../../test/data-services.ts';
import type { DeliveryDocument, EndpointDocument } from '../../store/documents/endpoint-documents.ts';
import { newMeter, withMeter } from '../../store/model/meter.ts';
import { deliveries as documents } from '../../store/collections.ts';
import { update } from '../../store/model/writes.ts';
import { newDelivery } from '../records/write/event-writes.ts';
import { createRecords } from '../records/write/create-records.ts';
import { deleteRecord, restoreRecord, updateRecord } from '../records/write/change-record.ts';
import type { Config } from '../../config/config.ts';
import type { RenderedMail } from '../../services/layout.ts';
import { createServices } from '../../services/services.ts';
import { endReceiver } from './end-receiver.ts';
import { deliverLane, deliverLeased, leased } from './deliver-lane.ts';
import type { DeliveryServices } from './delivery-services.ts';
import { newSecret, openSecret } from './secrets.ts';
import { sweepDeliveries } from './sweep.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let services: DeliveryServices;
let now = Date.now();
const keyEncryptionKey = randomBytes(32);
const emulators = { auth: '', firestore: '', storage: null, inbox: null };
const closing: (() => void)[] = [];
const mails: { to: string; mail: RenderedMail }[] = [];

beforeAll(async () => {
  data = await startDataServices();
  services = {
    store: data.services.store,
    now: () => now,
    config: { keyEncryptionKey, emulators },
    wait: async (millis) => (now += millis),
    isOn: async () => true,
    endReceiver: (endpoint) => endReceiver(platform, endpoint),
  };
  const config = { keyEncryptionKey, emulators, publicOrigin: 'https://bedplate.example' };
  const platform = createServices({
    config: config as unknown as Config, // what a mail reads of it
    records: data.services,
    clock: () => now,
    mailer: { send: async (_, { to, mail }) => void mails.push({ to: to.address, mail }), verify: async () => {} },
  });
});
afterAll(async () => {
  for (const close of closing) close();
  await data.stop();
});

interface Heard {
  headers: IncomingMessage['headers'];
  body: string;
}

/** A customer's server; `answer` gives the status of each request. */
async function receiver(answer: (index: number) => number = () => 200, retryAfter?: string) {
  const heard: Heard[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      heard.push({ headers: req.headers, body: Buffer.concat(chunks).toString() });
      res
        .writeHead(answer(heard.length - 1), { location: 'http://127.0.0.1:1/', ...(retryAfter && { 'retry-after': retryAfter }) })
        .end('thank you');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => void server.close());
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

async function storageWith(url: string, isSoftDelete = false) {
  const id = `e${randomBytes(6).toString('hex')}`;
  const endpoint: Partial<EndpointDocument> = {
    projectId: 'p1',
    type: 'webhook',
    functionality: 'receiver',
    url,
    secretCipher: newSecret({ keyEncryptionKey }, id),
  };
  await databaseOf(services.store).doc(`endpoints/${id}`).set(endpoint);
  const storage = await makeStorage(data.services, { receivers: [id], is_softDelete: isSoftDelete });
  const deliveries = async () =>
    (await services.store.query<DeliveryDocument>({ from: collectionPath('deliveries'), where: [['endpointId', '==', id]] })).rows
      .map((row) => row.data)
      .reverse();
  return { id, storage, deliveries, secret: openSecret({ keyEncryptionKey }, id, { secretCipher: endpoint.secretCipher ?? null }) };
}

const soon = () => now + 60_000;
const by = { actor: 'test' };

// Covers S1-2.4-25
test('create, update, delete and restore are delivered in their order, signed', async () => {
  const { heard, url } = await receiver();
  const { id, storage, deliveries, secret } = await storageWith(url, true);
  const [record] = await createRecords(data.services, await storage(), { inputs: [{ title: 'One' }], ...by });
  const recordId = record?.id ?? '';
  await updateRecord(data.services, await storage(), { id: recordId, fields: { title: 'Two' }, ...by });
  await deleteRecord(data.services, await storage(), { id: recordId, ...by });
  await restoreRecord(data.services, await storage(), { id: recordId, ...by });
  expect(heard).toHaveLength(0);
  await deliverLane(services, `${id}/${recordId}`, soon());

  expect(heard.map(({ headers }) => headers['x-bedplate-event'])).toEqual([
    'record.created',
    'record.updated',
    'record.deleted',
    'record.restored',
  ]);
  expect(heard.map(({ body }) => (JSON.parse(body) as { record: { title: string } }).record.title)).toEqual(['One', 'Two', 'Two', 'Two']);
  for (const { headers, body } of heard) {
    const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-bedplate-signature'])) ?? [];
    expect(mac).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'));
    expect(Math.abs(Number(seconds) * 1000 - now)).toBeLessThan(1000);
  }
  for (const delivery of await deliveries()) {
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, tries: [{ status: 200, answer: 'thank you', error: null }] });
    expect(delivery).not.toHaveProperty('lane');
    expect(delivery).not.toHaveProperty('nextAt');
  }
});

test('a delivery at the first try costs one write more in the commit, then two writes and four reads', async () => {
  const { heard, url } = await receiver();
  const { id, storage } = await storageWith(url);
  const row = await storage();
  await createRecords(data.services, row, { inputs: [{ n: 0 }], ...by }); // the catalogue learns the field
  const fresh = await storage();
  const creating = newMeter();
  const [record] = await withMeter(creating, () => createRecords(data.services, fresh, { inputs: [{ n: 1 }], ...by }));
  expect(creating).toEqual({ reads: 0, writes: 2, deletes: 0 });
  const delivering = newMeter();
  await withMeter(delivering, () => deliverLane(services, `${id}/${record?.id}`, soon()));
  expect(heard).toHaveLength(1);
  expect(delivering).toEqual({ reads: 4, writes: 2, deletes: 0 });
});

test('a bulk create tells of every record, and a storage without receivers writes nothing more', async () => {
  const { heard, url } = await receiver();
  const { storage, deliveries } = await storageWith(url);
  const inputs = Array.from({ length: 30 }, (_, i) => ({ n: i }));
  await createRecords(data.services, await storage(), { inputs, ...by });
  expect(await deliveries()).toHaveLength(30);
  now = Math.max(now, Date.now()) + 31_000; // the commit's own clock is the real one
  await sweepDeliveries(services, 60_000);
  expect(heard.map(({ body }) => (JSON.parse(body) as { record: { n: number } }).record.n).sort((a, b) => a - b)).toEqual(
    inputs.map(({ n }) => n),
  );

  const before = await services.store.count({ from: collectionPath('deliveries') });
  const silent = await makeStorage(data.services);
  await createRecords(data.services, await silent(), { inputs, ...by });
  expect(await services.store.count({ from: collectionPath('deliveries') })).toBe(before);
});

test('a failure is tried again later, and later events of the record wait for it', async () => {
  const { heard, url } = await receiver((index) => (index < 3 ? 503 : 200));
  const { id, storage, deliveries } = await storageWith(url);
  const [record] = await createRecords(data.services, await storage(), { inputs: [{ n: 1 }], ...by });
  await updateRecord(data.services, await storage(), { id: record?.id ?? '', fields: { n: 2 }, ...by });
  const lane = `${id}/${record?.id}`;
  await deliverLane(services, lane, soon());
  expect(heard.map(({ headers }) => headers['x-bedplate-event'])).toEqual(Array(3).fill('record.created'));
  const [first, second] = await deliveries();
  expect(first).toMatchObject({ state: 'pending', attempts: 3 });
  expect(first?.nextAt?.toMillis()).toBeGreaterThan(now + 50_000);
  expect(second).toMatchObject({ state: 'pending', attempts: 0 });

  await deliverLane(services, lane, soon());
  expect(heard).toHaveLength(3);
  now += 80_000;
  await sweepDeliveries(services, 60_000);
  expect(heard.map(({ headers }) => headers['x-bedplate-event']).slice(3)).toEqual(['record.created', 'record.updated']);
  expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
});

test('switched off, deliveries stay as they are, and are sent in their order once they are on again', async () => {
  const { heard, url } = await receiver();
  const { id, storage, deliveries } = await storageWith(url);
  const [record] = await createRecords(data.services, await storage(), { inputs: [{ n: 1 }], ...by });
  await updateRecord(data.services, await storage(), { id: record?.id ?? '', fields: { n: 2 }, ...by });
  now += 3_600_000;
  const held = { ...services, isOn: async () => false };
  await deliverLane(held, `${id}/${record?.id}`, soon());
  expect(await sweepDeliveries(held, 60_000)).toBe(0);
  const { rows } = await services.store.query<DeliveryDocument>({ from: collectionPath('deliveries'), where: [['endpointId', '==', id]] });
  for (const row of rows) await deliverLeased(held, { ...row, lane: row.data.lane ?? '' }, soon());
  expect(heard).toHaveLength(0);
  expect(await deliveries()).toMatchObject([
    { state: 'pending', attempts: 0 },
    { state: 'pending', attempts: 0 },
  ]);
  await sweepDeliveries(services, 60_000);
  expect(heard.map(({ headers }) => headers['x-bedplate-event'])).toEqual(['record.created', 'record.updated']);
});

test('redirects are not followed and closed addresses are not reached, whatever the row says', async () => {
  const { heard, url } = await receiver(() => 302);
  const { id, storage, deliveries } = await storageWith(url);
  const [record] = await createRecords(data.services, await storage(), { inputs: [{ n: 1 }], ...by });
  const deployed = { ...services, config: { keyEncryptionKey, emulators: null } };
  await deliverLane(deployed, `${id}/${record?.id}`, now + 1);
  expect(heard).toHaveLength(0);
  expect((await deliveries())[0]?.tries[0]).toMatchObject({ status: null, error: expect.stringMatching(/https/) });
  now += 10_000;
  await deliverLane(services, `${id}/${record?.id}`, now + 1);
  expect(heard).toHaveLength(1);
  expect((await deliveries())[0]).toMatchObject({ state: 'pending', tries: [{}, { status: 302 }] });
});

test('a delivery with a lease is left to the run that stored it, until that run has died', async () => {
  const { heard, url } = await receiver();
  const { id, storage } = await storageWith(url);
  await createRecords(data.services, await storage(), { inputs: [{ n: 1 }, { n: 2 }], ...by });
  const { rows } = await services.store.query<DeliveryDocument>({ from: collectionPath('deliveries'), where: [['endpointId', '==', id]] });
  await services.store.commit(rows.map(({ path }) => update(path, { ...leased(now) })));
  for (const { data } of rows) await deliverLane(services, data.lane ?? '', soon());
  expect(heard).toHaveLength(0);
  const [first] = rows;
  if (first) await deliverLeased(services, { ...first, lane: first.data.lane ?? '' }, soon());
  expect(heard).toHaveLength(1);
  now += 31_000;
  await sweepDeliveries(services, 60_000);
  expect(heard).toHaveLength(2);
});

test('two runs at once send once', async () => {
  const { heard, url } = await receiver();
  const { id, storage } = await storageWith(url);
  const [record] = await createRecords(data.services, await storage(), { inputs: [{ n: 1 }], ...by });
  const lane = `${id}/${record?.id}`;
  await Promise.all([deliverLane(services, lane, soon()), deliverLane(services, lane, soon())]);
  expect(heard).toHaveLength(1);
});

test('a sweep whose time is over sends nothing more', async () => {
  const { heard, url } = await receiver();
  const { storage } = await storageWith(url);
  await createRecords(data.services, await storage(), { inputs: [{ n: 1 }], ...by });
  now = Math.max(now, Date.now()) + 31_000;
  await sweepDeliveries(services, 0);
  expect(heard).toHaveLength(0);
  await sweepDeliveries(services, 60_000);
  expect(heard).toHaveLength(1);
});

test('a removed endpoint ends its deliveries', async () => {
  const { heard, url } = await receiver();
  const { id, storage, deliveries } = await storageWith(url);
  const [record] = await createRecords(data.services, await storage(), { inputs: [{ n: 1 }], ...by });
  await databaseOf(services.store).doc(`endpoints/${id}`).delete();
  await deliverLane(services, `${id}/${record?.id}`, soon());
  expect(heard).toHaveLength(0);
  expect((await deliveries())[0]).toMatchObject({
    state: 'failed',
    tries: [{ error: expect.stringContaining('removed'), reason: { key: 'receiverOver' } }],
  });
});

test('a delivery that is removed while it is sent is no failure, and one whose outcome cannot be noted is', async () => {
  const { url } = await receiver();
  const { id, storage } = await storageWith(url);
  const outcomes: unknown[] = [];
  for (const code of [5, 14]) {
    const [record] = await createRecords(data.services, await storage(), { inputs: [{ n: 1 }], ...by });
    awayAt(services.store, 2, Object.assign(new Error('not noted'), { code })); // behind the one that takes it
    const [sent] = await Promise.allSettled([deliverLane(services, `${id}/${record?.id}`, soon())]);
    outcomes.push(sent);
    vi.restoreAllMocks();
  }
  expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 14 } }]);
});

test('what an endpoint had to deliver for the project that it has left is not sent', async () => {
  const { heard, url } = await receiver();
  const { id, storage, deliveries } = await storageWith(url);
  const [record] = await createRecords(data.services, await storage(), { inputs: [{ n: 1 }], ...by });
  await databaseOf(services.store).doc(`endpoints/${id}`).update({ projectId: 'p2' });
  await deliverLane(services, `${id}/${record?.id}`, soon());
  expect(heard).toHaveLength(0);
  expect((await deliveries())[0]).toMatchObject({ state: 'failed', tries: [{ error: expect.stringContaining('moved') }] });
});

test.each([{ type: 'api' }, { functionality: 'sender' }])(
  'what an endpoint had to deliver before it became %j is not sent',
  async (change) => {
    const { heard, url } = await receiver();
    const { id, storage, deliveries } = await storageWith(url);
    const [record] = await createRecords(data.services, await storage(), { inputs: [{ n: 1 }], ...by });
    await databaseOf(services.store).doc(`endpoints/${id}`).update(change);
    await deliverLane(services, `${id}/${record?.id}`, soon());
    expect(heard).toHaveLength(0);
    expect((await deliveries())[0]).toMatchObject({ state: 'failed' });
  },
);

test.each([{ url: 'https://elsewhere.example/' }, { secretCipher: 'another' }])(
  'the 410 of an endpoint that has changed since, to %j, ends nothing',
  async (change) => {
    const { id, storage } = await storageWith((await receiver()).url);
    const called = await services.store.endpoints.get(id);
    await databaseOf(services.store).doc(`endpoints/${id}`).update(change);
    if (called) await services.endReceiver(called);
    expect((await services.store.endpoints.get(id))?.data.endedAt).toBeUndefined();
    expect((await storage()).data.receivers).toEqual([id]);
  },
);

test.each([
  ['before', -60_000, 1],
  ['after', 60_000, 0],
])('a receiver that has ended %s an event was sent gets it: %#', async (_, sinceEvent, times) => {
  const { heard, url } = await receiver();
  const { id, storage, deliveries } = await storageWith(url);
  const [record] = await createRecords(data.services, await storage(), { inputs: [{ n: 1 }], ...by });
  const [made] = await deliveries();
  const endedAt = new Date((made?.createdAt.toMillis() ?? 0) + sinceEvent);
  await databaseOf(services.store).doc(`endpoints/${id}`).update({ endedAt });
  await deliverLane(services, `${id}/${record?.id}`, soon());
  expect(heard).toHaveLength(times);
  expect((await deliveries()).map(({ state }) => state)).toEqual([times === 1 ? 'delivered' : 'failed']);
});

test('410 ends a receiver at once, with one mail to the owner, until the endpoint is saved again', async () => {
  const { heard, url } = await receiver(() => 410);
  const { id, storage, deliveries } = await storageWith(url);
  const database = databaseOf(services.store);
  await database.doc('users/owner').set({ name: 'Olga', email: 'olga@example.test' });
  await database.doc(`endpoints/${id}`).update({ userId: 'owner', storageId: (await storage()).id });
  const made = await createRecords(data.services, await storage(), { inputs: [{ n: 1 }, { n: 2 }], ...by });
  for (const record of made) await deliverLane(services, `${id}/${record.id}`, soon());

  expect(heard).toHaveLength(1); // the second event came before the end, and is not sent any more
  const [gone, unsent] = await deliveries();
  expect(gone).toMatchObject({ state: 'failed', attempts: 1, tries: [{ status: 410 }] });
  expect(unsent).toMatchObject({ state: 'failed', tries: [{ status: null, error: expect.stringContaining('has ended') }] });
  expect((await storage()).data.receivers).toEqual([]);
  expect(mails.map(({ to, mail }) => [to, mail.subject])).toEqual([['olga@example.test', 'A webhook of yours has ended']]);
  expect(mails[0]?.mail.text).toContain('410 Gone');

  await createRecords(data.services, await storage(), { inputs: [{ n: 3 }], ...by });
  expect(await deliveries()).toHaveLength(2);
  const ended = await services.store.endpoints.get(id);
  if (ended) await services.endReceiver(ended); // a second run changes nothing
  expect(mails).toHaveLength(1);
});

test('Retry-After is honoured for all events of the receiver', async () => {
  let answer = 503;
  const { heard, url } = await receiver(() => answer, '600');
  const { id, storage, deliveries } = await storageWith(url);
  const [one, two] = await createRecords(data.services, await storage(), { inputs: [{ n: 1 }, { n: 2 }], ...by });
  const lanes = [`${id}/${one?.id}`, `${id}/${two?.id}`] as const;
  await deliverLane(services, lanes[0], soon());
  await deliverLane(services, lanes[1], soon());
  expect(heard).toHaveLength(1);
  const waiting = await deliveries();
  expect(waiting.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['pending', 1],
    ['pending', 0],
  ]);
  for (const { nextAt } of waiting) expect((nextAt?.toMillis() ?? 0) - now).toBeGreaterThanOrEqual(600_000);

  answer = 200;
  now += 590_000;
  await sweepDeliveries(services);
  expect(heard).toHaveLength(1);
  now += 50_000;
  await sweepDeliveries(services);
  expect(heard).toHaveLength(3);
  expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
});

async function dueOf(url: string, records: number) {
  const made = await storageWith(url);
  await createRecords(data.services, await made.storage(), { inputs: Array.from({ length: records }, (_, n) => ({ n })), ...by });
  now = Math.max(now, Date.now()) + 31_000;
  return made;
}

test('a receiver that takes its time has a share of the run, and others get theirs', async () => {
  const held: (() => void)[] = [];
  let isReleased = false;
  const server = createServer((_, res) => void (isReleased ? res.end() : held.push(() => res.end()))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => void server.close());
  const slow = await dueOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, 25);
  const { heard, url } = await receiver();
  await dueOf(url, 1);
  const run = sweepDeliveries(services);
  await vi.waitFor(() => expect(heard).toHaveLength(1), 5_000);
  await vi.waitFor(() => expect(held).toHaveLength(4), 5_000);
  isReleased = true;
  for (const answer of held) answer();
  await run;
  expect((await slow.deliveries()).every(({ state }) => state === 'delivered')).toBe(true);
});

test('a receiver that gives no answer is left alone for ten minutes, and no delivery loses a try by that', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const { id, storage, deliveries } = await dueOf(`http://127.0.0.1:${port}/`, 20);
  await sweepDeliveries(services);
  const tried = (await deliveries()).filter(({ attempts }) => attempts > 0);
  expect(tried.length).toBeGreaterThanOrEqual(3);
  expect(tried.length).toBeLessThanOrEqual(7); // those at work while the third gave up
  for (const { nextAt } of (await deliveries()).filter(({ attempts }) => attempts === 0))
    expect((nextAt?.toMillis() ?? 0) - now).toBeGreaterThan(9 * 60_000);

  // It listens again. A person's test is not held back, the others come after the pause.
  const { heard, url } = await receiver();
  await databaseOf(services.store).doc(`endpoints/${id}`).update({ url });
  const byHand = {
    ...newDelivery(
      {
        tenantId: 't1',
        projectId: 'p1',
        storageId: (await storage()).id,
        endpointId: id,
        recordId: null,
        eventId: 'ev',
        event: 'test',
        body: '{}',
      },
      now,
    ),
    lane: `${id}/by-hand`,
    ...leased(now),
  };
  await services.store.commit([documents.create('by-hand', byHand)]);
  await deliverLeased(services, { id: 'by-hand', path: documents.path('by-hand'), data: byHand, lane: byHand.lane }, soon());
  expect(heard).toHaveLength(1);
  await sweepDeliveries(services);
  expect(heard).toHaveLength(1);
  now += 11 * 60_000;
  await sweepDeliveries(services);
  expect((await deliveries()).every(({ state }) => state === 'delivered')).toBe(true);
});

test('a receiver that breaks off at some records, and answers between them, is not left alone', async () => {
  const server = createServer((req, res) => {
    req.on('data', (body: Buffer) => (/"n":\d*[05]\b/.test(body.toString()) ? res.destroy() : res.end()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => void server.close());
  const { deliveries } = await dueOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, 25);
  await sweepDeliveries(services);
  expect((await deliveries()).filter(({ state }) => state === 'delivered')).toHaveLength(20);
  expect((await deliveries()).filter(({ attempts }) => attempts === 0)).toHaveLength(0);
});

test.each([
  ['seconds', '120', 120_000],
  ['a date', new Date(Date.now() + 3_600_000).toUTCString(), 3_590_000],
  ['longer than a day', '9999999', 86_400_000],
  ['absurdly long', '99999999999999999999', 86_400_000],
  ['a date in 9999', 'Wed, 01 Jan 9999 00:00:00 GMT', 86_400_000],
  ['nonsense', 'soon', 900],
  ['a date in the past', 'Fri, 01 May 2026 12:00:00 GMT', 900],
])('Retry-After as %s is read', async (_, header, least) => {
  const { url } = await receiver(() => 429, header);
  const { id, storage, deliveries } = await storageWith(url);
  const [record] = await createRecords(data.services, await storage(), { inputs: [{ n: 1 }], ...by });
  await deliverLane({ ...services, wait: async () => {} }, `${id}/${record?.id}`, now + 1);
  const wait = ((await deliveries())[0]?.nextAt?.toMillis() ?? 0) - now;
  expect(wait).toBeGreaterThanOrEqual(least);
  expect(wait).toBeLessThan(least * 1.3 + 500);
});
