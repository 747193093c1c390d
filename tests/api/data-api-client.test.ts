import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { BedplateError, createClient, createHistory, createLiveSync, createTrash, type LiveEvent, type LiveState } from '@bedplate/client';
import type { Project, Storage } from '@bedplate/contract';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage } from '../support/personas.ts';
import { target } from '../support/target.ts';

interface Order {
  title: string;
  amount: number;
  password?: string;
}

let admin: Admin;
let project: Project;
let orders: Storage;
const open: { close(): void }[] = [];

beforeAll(async () => {
  admin = await anAdmin();
  project = await aProject(admin);
  orders = await aStorage(admin, project.id, 'orders', true);
});

afterEach(() => {
  for (const live of open.splice(0)) live.close();
});

const keys = () => ({ endpoint: target.web, projectId: project.id, apiKey: admin.apiKey, secretKey: admin.secretKey });
const client = () => createClient(keys());
const storage = () => client().storage<Order>(orders.storageKey, orders.id);

// Covers S0-7-54
test('the client creates, reads, changes, counts, deletes and restores, on any address of the data API', async () => {
  const made = await storage().create({ title: 'Tea', amount: 3 });
  expect(made).toMatchObject({ title: 'Tea', amount: 3, is_deleted: false });
  expect(await storage().update(made.id, { amount: 150 })).toMatchObject({ title: 'Tea', amount: 150 });
  await storage().createMany([
    { title: 'Milk | cream', amount: 200 },
    { title: '>=5', amount: 1 },
  ]);
  const titles = async (query: Parameters<ReturnType<typeof storage>['list']>[0]) =>
    (await storage().list(query)).data.map(({ title }) => title);
  expect(await titles({ where: { amount: { gte: 100 } }, sortBy: 'amount', sortOrder: 'asc' })).toEqual(['Tea', 'Milk | cream']);
  expect(await titles({ where: { title: ['Milk | cream', '>=5'] }, sortBy: 'amount', sortOrder: 'asc' })).toEqual(['>=5', 'Milk | cream']);
  expect(await titles({ where: { title: { contains: 'MILK' } } })).toEqual(['Milk | cream']);
  expect(await storage().count({ where: { amount: { lt: 100 } } })).toEqual({ count: 1, isExact: true });
  await storage().delete(made.id);
  await expect(storage().get(made.id)).rejects.toMatchObject({ code: 'not-found', status: 404 });
  expect(await storage().restore(made.id)).toMatchObject({ id: made.id, title: 'Tea' });
});

test('paths into objects, elements of lists, null and ids are asked for as the types allow', async () => {
  interface Visit {
    name: string;
    tags?: string[];
    address?: { city: string; floor: number };
  }
  const { storageKey, id } = await aStorage(admin, project.id, 'visits');
  const visits = client().storage<Visit>(storageKey, id);
  const [rome] = await visits.createMany([
    { name: 'a', tags: ['new', 'hot'], address: { city: 'Rome', floor: 2 } },
    { name: 'b', tags: ['new'], address: { city: 'Oslo', floor: 1 } },
    { name: 'c' },
  ]);
  const names = async (query: Parameters<typeof visits.list>[0]) =>
    (await visits.list({ sortBy: 'name', sortOrder: 'asc', ...query })).data.map(({ name }) => name);
  expect(await names({ where: { tags: 'new' } })).toEqual(['a', 'b']);
  expect(await names({ where: { tags: { ne: ['hot'], contains: 'NE' } } })).toEqual(['b']);
  expect(await names({ where: { 'address.city': ['Rome', 'Bonn'] } })).toEqual(['a']);
  expect(await names({ where: { 'address.floor': { lt: 2 } } })).toEqual(['b']);
  expect(await names({ where: { address: null } })).toEqual(['c']);
  expect(await names({ where: { id: { ne: rome?.id }, createdAt: { lte: new Date() } } })).toEqual(['b', 'c']);
  expect(await names({ where: { tags: 'new' }, sortBy: 'address.floor' })).toEqual(['b', 'a']);
  expect((await visits.list({ fields: ['address.city'], where: { name: 'a' } })).data).toEqual([{ id: rome?.id, 'address.city': 'Rome' }]);
  const totals = await visits.aggregate({ op: ['sum:address.floor'], groupBy: 'address.city', where: { tags: 'new' } });
  expect(totals.data.map(({ group }) => group).sort()).toEqual(['Oslo', 'Rome']);
  await client().batch([{ op: 'update', storageKey, id: rome?.id ?? '', data: { name: 'z' }, ifExists: true }]);
  expect(await names({ where: { name: 'z' } })).toEqual(['z']);
});

test('every text is found by itself, alone and as one of several', async () => {
  const odd = await aStorage(admin, project.id, 'odd-texts');
  const texts = client().storage<{ text: string }>(odd.storageKey, odd.id);
  const all = [
    'a&b',
    'a&=b',
    'a&text>=5',
    'a & != b',
    'a\\',
    'a\\\\',
    'a|b',
    'a\\|b',
    'a\\&b',
    'a\\&=b',
    '\\',
    '|',
    '&',
    '&=',
    '=',
    '!=a',
    '~a',
    'a+b%20c',
  ];
  await texts.createMany(all.map((text) => ({ text })));
  const found = async (value: string | string[]) => (await texts.list({ where: { text: value } })).data.map(({ text }) => text);
  for (const text of all) {
    expect(await found(text)).toEqual([text]);
    expect((await found([text, 'a&b', text])).sort()).toEqual([...new Set([text, 'a&b'])].sort());
  }
});

test('the client upserts, changes in place, batches, totals, walks through all records and sends large files', async () => {
  const parts = await aStorage(admin, project.id, 'parts');
  const stock = client().storage<{ name: string; n: number; film?: string }>(parts.storageKey, parts.id);
  expect(await stock.upsert('bolt', { name: 'Bolt', n: 2 })).toMatchObject({ id: 'bolt', n: 2 });
  const changed = await stock.update('bolt', { n: { $increment: 3 } });
  expect(changed.n).toBe(5);
  const stale = new Date(Date.parse(changed.updatedAt) - 1000).toISOString();
  await expect(stock.update('bolt', { n: 0 }, { ifUpdatedAt: stale })).rejects.toMatchObject({ code: 'conflict', status: 409 });
  const done = await client().batch([
    { op: 'update', storageId: parts.id, id: 'bolt', data: { n: { $increment: -1 } }, ifUpdatedAt: changed.updatedAt },
    { op: 'create', storageId: parts.id, data: { name: 'Nut', n: 6 } },
  ]);
  expect(done.map(({ status }) => status)).toEqual(['updated', 'created']);
  expect((await stock.aggregate({ op: ['count', 'sum:n'], where: { n: { gt: 0 } } })).data).toEqual({ count: 2, sum: { n: 10 } });
  const names: string[] = [];
  for await (const { name } of stock.each({ limit: 1 })) names.push(name);
  expect(names.sort()).toEqual(['Bolt', 'Nut']);
  const film = new File([new Uint8Array(26 * 1024 * 1024)], 'film.bin');
  const { url, size } = await stock.upload('bolt', 'film', film);
  expect(size).toBe(film.size);
  expect((await fetch(url, { headers: { range: 'bytes=0-9' } })).headers.get('content-length')).toBe('10');
});

test('deleted records, and an archived project, come back and go for good by the calls of the trash', async () => {
  const storage = await aStorage(admin, project.id, 'lost', true);
  const records = client().storage<Order>(storage.storageKey, storage.id);
  const [tea, milk, salt] = await records.createMany([
    { title: 'Tea', amount: 3 },
    { title: 'Milk', amount: 2 },
    { title: 'Salt', amount: 1 },
  ]);
  if (!tea || !milk || !salt) throw new Error('three records were made');
  for (const { id } of [tea, milk, salt]) await records.delete(id);
  const trash = createTrash(keys());
  const { entries } = await trash.list();
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'records', storageId: storage.id, count: 3 }));
  const cheap = await trash.records<Order>(records, { where: { amount: { lt: 3 } }, sortBy: 'amount', sortOrder: 'asc' });
  expect(cheap.data.map(({ id }) => id)).toEqual([salt.id, milk.id]);
  expect(await trash.restoreRecords(records, [tea.id])).toMatchObject([{ status: 'restored', id: tea.id }]);
  await expect(trash.restoreRecords(records, [milk.id, tea.id])).rejects.toBeInstanceOf(BedplateError);
  expect(await trash.purgeRecords(records, [salt.id])).toMatchObject([{ status: 'deleted', id: salt.id }]);
  expect((await trash.records(records)).data.map(({ id }) => id)).toEqual([milk.id]);
  expect((await records.list()).data.map(({ id }) => id)).toEqual([tea.id]);
  const other = await aProject(admin);
  await mustCall({ method: 'DELETE', path: `/app/projects/${other.id}`, token: admin.token });
  expect((await trash.list()).entries).toContainEqual(expect.objectContaining({ kind: 'project', projectId: other.id, name: other.name }));
  await trash.restore({ project: other.id });
  await mustCall({ method: 'DELETE', path: `/app/projects/${other.id}`, token: admin.token });
  await trash.purge({ project: other.id }, other.name);
  expect(JSON.stringify(await trash.list())).not.toContain(other.id);
});

test('the history tells each change with its author, shows a moment, and takes changes back', async () => {
  const kept = await aStorage(admin, project.id, 'kept', true);
  const path = `/app/project/${project.id}/dataStorages/${kept.id}`;
  await mustCall({ method: 'PUT', path, token: admin.token, body: { history: 30 } });
  const records = client().storage<Order>(kept.storageKey, kept.id);
  const history = createHistory(keys());
  const made = await records.create({ title: 'Tea', amount: 3 });
  await records.update(made.id, { amount: 4 });
  const { data, days } = await history.changes(records, made.id, { limit: 1 });
  expect({ data, days }).toMatchObject({ days: 30, data: [{ operation: 'update', changes: { amount: { from: 3, to: 4 } } }] });
  const [change] = data;
  expect(await history.recordAt<Order>(records, made.id, made.updatedAt)).toMatchObject({ title: 'Tea', amount: 3 });
  const order = { request: change?.author.requestId ?? '', storageId: kept.id };
  expect(await history.undo(order, { dryRun: true })).toMatchObject([
    { records: 1, samples: [{ existence: 'stays', fields: ['amount'] }] },
  ]);
  expect((await records.get(made.id)).amount).toBe(4);
  let job = (await history.undo(order))[0]?.job;
  while (job?.state === 'running') job = await history.undoJob(kept.id, job.id);
  expect(job).toMatchObject({ state: 'done', changed: 1 });
  expect((await records.get(made.id)).amount).toBe(3);
});

test('a repeated write with the same Idempotency-Key writes once', async () => {
  const options = { idempotencyKey: `twice-${Date.now()}` };
  const first = await storage().create({ title: 'Once', amount: 1 }, options);
  expect(await storage().create({ title: 'Once', amount: 1 }, options)).toMatchObject({ id: first.id });
});

test('a wrong key is a BedplateError with the request id', async () => {
  const wrong = createClient({ ...keys(), secretKey: 'wrong' }).storage('orders', orders.id);
  const error = await wrong.list().catch((e: unknown) => e);
  expect(error).toBeInstanceOf(BedplateError);
  expect(error).toMatchObject({ code: 'unauthenticated', status: 401, requestId: expect.stringMatching(/.+/) });
});

/** Follows the storage. `next` waits for the event that nothing has asked for yet. */
function follow(options: Partial<Parameters<typeof createLiveSync<Order>>[0]> = {}) {
  const events: LiveEvent<Order>[] = [];
  const waiting: (() => void)[] = [];
  const wake = () => waiting.splice(0).forEach((run) => run());
  const states: LiveState[] = [];
  const live = createLiveSync<Order>({
    endpoint: target.web,
    projectId: project.id,
    storageKey: 'orders',
    getToken: () => client().livesync.token(['orders']),
    onChange: (event) => void (events.push(event), wake()),
    onState: (state) => void (states.push(state), wake()),
    ...options,
  });
  open.push(live);
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { events, states, live, until, started: () => until(() => live.state === 'live') };
}

const shown = (events: LiveEvent<Order>[]) =>
  events.map((event) => (event.type === 'gap' ? 'gap' : `${event.type} ${event.type === 'delete' ? '' : event.record.title}`.trim()));

// Covers S0-3-17, S0-3-18, S0-3-19, S0-3-20, S0-5-18, S0-7-57, S0-7-59
test('changes through the API arrive as events, in order and without the password', async () => {
  let fetched = 0;
  const { events, until, started } = follow({ fetch: () => fetched++ });
  await started();
  const { id } = await storage().create({ title: 'First', amount: 1, password: 'not for anyone' });
  await storage().update(id, { title: 'Second' });
  await until(() => events.length >= 2);
  await storage().delete(id);
  await until(() => events.length >= 3);
  await storage().restore(id);
  await until(() => events.length >= 4);
  await storage().delete(id, { permanent: true });
  await until(() => events.length >= 5);
  expect(shown(events)).toEqual(['create First', 'update Second', 'delete', 'create Second', 'delete']);
  expect(events.every((event) => event.type === 'gap' || event.id === id)).toBe(true);
  expect(events[0]).toMatchObject({ record: { id, createdAt: expect.stringMatching(/^\d{4}-.*Z$/), is_deleted: false, deletedAt: null } });
  expect(JSON.stringify(events)).not.toContain('password');
  expect(fetched).toBe(1);
});

test('with a condition a record that begins to match arrives as a create, one that stops as a delete', async () => {
  const { events, until, started } = follow({ where: { amount: [7, 8] } });
  await started();
  const { id } = await storage().create({ title: 'Not yet', amount: 1 });
  await storage().update(id, { title: 'Now', amount: 7 });
  await storage().update(id, { title: 'Still', amount: 8 });
  await storage().update(id, { title: 'No more', amount: 9 });
  await storage().create({ title: 'The last', amount: 8 });
  await until(() => events.length >= 4);
  expect(shown(events)).toEqual(['create Now', 'update Still', 'delete', 'create The last']);
});

// Covers S0-7-58
test('the storage may be named by its id', async () => {
  const { events, until, started } = follow({
    storageKey: undefined,
    storageId: orders.id,
    getToken: () => client().livesync.token([orders.id]),
  });
  await started();
  await storage().create({ title: 'By id', amount: 1 });
  await until(() => events.length >= 1);
  expect(shown(events)).toEqual(['create By id']);
});

test('what happened before is silent, unless asked for with since', async () => {
  const since = new Date();
  await storage().create({ title: 'Before', amount: 1 });
  const silent = follow();
  await silent.started();
  const told = follow({ since });
  await told.until(() => told.events.length >= 1);
  expect(shown(told.events)).toEqual(['create Before']);
  expect(silent.events).toEqual([]);
});

test('since, of a device whose clock is ahead, loses nothing that happens before that time', async () => {
  const { events, until, started } = follow({ since: new Date(Date.now() + 10 * 60_000) });
  await started();
  await storage().create({ title: 'Meanwhile', amount: 1 });
  await until(() => shown(events).includes('create Meanwhile'));
  expect(events.some(({ type }) => type === 'gap')).toBe(false);
});

test('a listener whose token ends soon goes on with another, without a hole', async () => {
  let tokens = 0;
  const { events, until, started } = follow({
    getToken: async () => {
      const token = await client().livesync.token(['orders']);
      // The first is told to end in seven seconds: the next has to be asked for before.
      return ++tokens === 1 ? { ...token, expiresAt: new Date(Date.now() + 7000).toISOString() } : token;
    },
  });
  await started();
  const titles: string[] = [];
  for (let after = 0; after < 4 && titles.length < 100; after += tokens > 1 ? 1 : 0) {
    titles.push(`Row ${titles.length}`);
    await storage().create({ title: titles.at(-1) ?? '', amount: 1 }, { idempotencyKey: false });
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  await until(() => events.length >= titles.length);
  expect(shown(events)).toEqual(titles.map((title) => `create ${title}`));
  expect(tokens).toBe(2);
});

test('records that change all the time arrive in order and to the last state while one listener follows on another', async () => {
  const busy = await aStorage(admin, project.id, 'counters');
  const counters = client().storage<{ n: number }>(busy.storageKey, busy.id);
  const seen = new Map<string, number[]>();
  const wake: (() => void)[] = [];
  const live = createLiveSync<{ n: number }>({
    endpoint: target.web,
    projectId: project.id,
    storageId: busy.id,
    getToken: () => client().livesync.token([busy.id]),
    onState: () => wake.splice(0).forEach((run) => run()),
    onChange(event) {
      if (event.type !== 'create' && event.type !== 'update') return;
      seen.set(event.id, [...(seen.get(event.id) ?? []), event.record.n]);
    },
  });
  open.push(live);
  while (live.state !== 'live') await new Promise<void>((resolve) => wake.push(resolve));
  // Enough for a listener that is soon too large; those that follow take over while the counters go on.
  await counters.createMany(Array.from({ length: 100 }, () => ({ n: 0 })));
  const until = Date.now() + 12_000;
  const last = new Map<string, number>();
  const count = async () => {
    const { id } = await counters.create({ n: 0 });
    for (let n = 1; Date.now() < until; n++) {
      await counters.update(id, { n });
      last.set(id, n);
    }
  };
  await Promise.all(Array.from({ length: 8 }, count));
  await expect.poll(() => [...last.keys()].map((id) => seen.get(id)?.at(-1))).toEqual([...last.values()]);
  for (const id of last.keys()) {
    const states = seen.get(id) ?? [];
    expect(states).toEqual([...new Set(states)].sort((a, b) => a - b));
  }
});

test('a storage of another project is refused, once', async () => {
  const other = await anAdmin();
  const foreign = await aStorage(other, (await aProject(other)).id, 'secrets');
  const errors: unknown[] = [];
  const refused = Promise.withResolvers<void>();
  follow({
    storageKey: undefined,
    storageId: foreign.id,
    getToken: () => client().livesync.token([foreign.id]),
    onError: (error) => void (errors.push(error), refused.resolve()),
  });
  await refused.promise;
  expect(errors).toMatchObject([{ code: 'not-found', status: 404 }]);
});

// Covers S0-7-56
test('the script of a script tag is served and brings the client', async () => {
  const answer = await fetch(`${target.web}/livesync.js`);
  expect(answer.headers.get('content-type')).toContain('javascript');
  const page = new Function(`${await answer.text()}; return Bedplate;`) as () => Record<string, unknown>;
  expect(Object.keys(page())).toEqual(expect.arrayContaining(['createClient', 'createLiveSync', 'applyChange', 'BedplateError']));
});

test.each(['client', 'react'])('the package of %s is served, and under its version too', async (name) => {
  const latest = await fetch(`${target.web}/${name}.tgz`);
  expect(latest.headers.get('content-type')).toBe('application/gzip');
  const bytes = Buffer.from(await latest.arrayBuffer());
  expect(gunzipSync(bytes).includes(`"name": "@bedplate/${name}"`)).toBe(true);
  const { version } = JSON.parse(readFileSync(new URL(`../../${name}/package.json`, import.meta.url), 'utf8')) as { version: string };
  const versioned = await fetch(`${target.web}/${name}-${version}.tgz`);
  expect(Buffer.from(await versioned.arrayBuffer()).equals(bytes)).toBe(true);
});

test('a request without keys gets no LiveSync token', async () => {
  await expect(mustCall({ path: '/api/livesync/token', body: { storageKeys: ['orders'] } })).rejects.toThrow(/401/);
});
