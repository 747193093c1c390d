import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Writable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import type { RequestErrorGroup } from '@bedplate/contract';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { namedKey } from '../../../test/named-key.ts';
import { makeKeyPair } from '../../crypto/key-pair.ts';
import type { RequestChunkDocument } from '../../store/documents/usage-documents.ts';
import { callReport } from '../reporting/call-report.ts';
import { reportRange } from '../reporting/report-range.ts';
import { downloadRequests } from './download-requests.ts';
import { groupErrors } from './group-errors.ts';
import { groupLists } from './group-lists.ts';
import { searchRequests } from './search-requests.ts';
import { watchRequests } from './watch-requests.ts';

let api: ApiServer;
let orders: Awaited<ReturnType<ApiServer['storage']>>;
beforeAll(async () => {
  api = await startApi();
  orders = await api.storage('orders');
});
afterAll(() => api.stop());

async function linesOf(search: Parameters<typeof searchRequests>[1]['search'] = {}) {
  await api.services.requestLog.flush();
  return (await searchRequests(api.services, { caller: admin, projectId: 'p1', search })).data;
}

/** Refused and failed calls of the project in the sums of today. */
async function errorsToday(): Promise<number> {
  const range = reportRange(undefined, undefined, Date.now());
  return (await callReport(api.services, { caller: admin, projectId: 'p1', by: 'verb', range })).total.whole.errors;
}

const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id') ?? '';

test('a call has a line with what it was, cost and took, found by its X-Request-Id', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const reply = await api.call(orders.path, { body: { title: 'Oak' }, headers: { traceparent, 'x-forwarded-for': '203.0.113.77' } });
  const [line, ...others] = await linesOf({ id: idOf(reply) });
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    id: idOf(reply),
    method: 'POST',
    route: '/{storageKey}/{storageId}',
    verb: 'create',
    storageId: orders.id,
    user: null,
    status: 201,
    code: null,
    reads: Number(reply.headers.get('x-bedplate-reads')),
    writes: Number(reply.headers.get('x-bedplate-writes')),
    credits: 1,
    trace: '0af7651916cd43dd8448eb211c80319c',
    network: '203.0.113.0/24',
    n: 1,
  });
  expect(Math.abs(Date.parse(line?.at ?? '') - Date.now())).toBeLessThan(60_000);
  const { names } = await searchRequests(api.services, { caller: admin, projectId: 'p1', search: { id: idOf(reply) } });
  expect(names.storages).toEqual({ [orders.id]: 'My orders' });
  expect(Object.values(names.keys)).toEqual(['']);
});

test('nothing of a header, a body or a value in a query is in the log', async () => {
  const secret = 'hunter2secret';
  await api.call(`${orders.path}?title=${secret}&sortBy=${secret}&${secret}=1`, {
    headers: { 'user-agent': secret, 'x-anything': secret },
  });
  await api.call(`${orders.path}/dataId/${secret}`, { method: 'PATCH', body: { [secret]: secret } });
  await api.call(`/api/${secret}/${secret}`, { body: { password: secret } });
  await api.call(`/api/hooks/${secret}`, { body: { secret } });
  await api.services.requestLog.flush();
  const { docs } = await databaseOf(api.services.store).collection('requestChunks').get();
  const texts = docs.flatMap((doc) =>
    Object.values((doc.data() as RequestChunkDocument).lines).map((packed) => inflateRawSync(packed).toString()),
  );
  const all = texts.join('\n');
  expect(all).toContain(orders.id);
  for (const kept of [secret, ...Object.values(api.keyHeaders).slice(0, 2)]) expect(all).not.toContain(kept);
});

test('a refusal has its code and the rule that refused, and costs no credit where the call cost none', async () => {
  const { id, headers } = await namedKey(api, { limits: { requestsPerMinute: 1, requestsPerMinutePerClient: null } });
  await api.call(orders.path, { body: { a: 1 }, headers });
  await api.call(orders.path, { headers });
  const refusals = (await linesOf({ key: id })).map(({ status, code, refusedBy, credits }) => [status, code, refusedBy, credits]);
  expect(refusals).toEqual([
    [429, 'too-many-requests', 'rate-of-key', 0],
    [403, 'permission-denied', 'key-verb', 1],
  ]);
});

test('a refused call names its storage, also before it is charged or its caller is known; an invented one has none', async () => {
  const project = databaseOf(api.services.store).doc('projects/p1');
  await project.update({ caps: { project: { credits: 1, per: 'day' }, appUser: null } });
  await expect.poll(async () => (await api.call(orders.path)).status).toBe(429);
  await api.call('/api/orders/07ybqinvented0000000');
  await api.call(orders.path, { headers: { 'x-secret-key': 'wrong' } });
  await project.update({ caps: { project: null, appUser: null } });
  const lines = (await linesOf()).slice(0, 3);
  expect(lines.map(({ status, storageId }) => [status, storageId])).toEqual([
    [401, orders.id],
    [429, null],
    [429, orders.id],
  ]);
  await expect.poll(async () => (await api.call(orders.path)).status).toBe(200);
});

test('a key that opens nothing says why in the log alone', async () => {
  const paused = await api.call(orders.path, { headers: (await namedKey(api, { active: false })).headers });
  const wrong = await api.call(orders.path, { headers: { 'x-secret-key': 'wrong' } });
  const unknown = await api.call(orders.path, { headers: { 'x-api-key': stranger } });
  expect((await linesOf()).slice(0, 3).map(({ status, refusedBy }) => [status, refusedBy])).toEqual([
    [401, null],
    [401, 'key-secret'],
    [401, 'key-paused'],
  ]);
  const told = [paused, wrong, unknown].map(({ body: { message, error } }) => [message, Object.keys(error ?? {})]);
  expect(told).toEqual([told[0], told[0], told[0]]);
});

test('few storages are looked up for refused calls, which cost nothing', async () => {
  const storm = await startApi();
  const { path } = await storm.storage('refused');
  const listen = vi.spyOn(storm.services.store, 'listen');
  const wrong = { headers: { 'x-secret-key': 'wrong' } };
  for (let i = 0; i < 100; i += 1) await storm.call(`/api/refused/07ybqinvented00000${i}`, wrong);
  const looked = listen.mock.calls.filter(([at]) => at.startsWith('storages/')).length;
  expect(looked).toBeGreaterThan(0);
  expect(looked).toBeLessThanOrEqual(60);
  expect((await storm.call(path)).status).toBe(200);
  await storm.stop();
});

test('a bare day is whole, and an end before the start is refused', async () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  expect((await linesOf({ from: day(0), to: day(0) })).length).toBeGreaterThan(0);
  expect(await linesOf({ to: day(1) })).toEqual([]);
  await expect(linesOf({ from: day(0), to: day(1) })).rejects.toMatchObject({ code: 'invalid-argument' });
});

test('a call of a known key with a wrong secret is a line, and counts in the sums of its project', async () => {
  await api.services.callSums.flush();
  const known = await api.call(orders.path, { headers: { 'x-secret-key': 'wrong' } });
  expect(known.status).toBe(401);
  expect(await linesOf({ id: idOf(known) })).toMatchObject([{ status: 401, code: 'unauthenticated', credits: 0, storageId: orders.id }]);
  const before = await errorsToday();
  await api.services.callSums.flush();
  expect(await errorsToday()).toBe(before + 1);
});

const stranger = makeKeyPair('a pepper of 32 characters or more, of somebody').apiKey;

test.each([
  ['an unknown key', { headers: { 'x-api-key': stranger } }],
  ['no key', { headers: { 'x-api-key': '', 'x-secret-key': '' } }],
  ['a key of another format', { headers: { 'x-api-key': '$BEDPLATE_API_KEY' } }],
  ['an access token that has ended', { bearer: 'bpu_ended' }],
])('a call with %s is a line of the project that it names, and counts nowhere', async (_, sent) => {
  await api.services.callSums.flush();
  const before = await errorsToday();
  const unknown = await api.call(orders.path, sent);
  expect(unknown.status).toBe(401);
  expect(await linesOf({ id: idOf(unknown) })).toMatchObject([{ status: 401, code: 'unauthenticated', key: null, user: null }]);
  await api.services.callSums.flush();
  expect(await errorsToday()).toBe(before);
  expect(unknown.headers.get('x-bedplate-reads')).toBe('0');
});

test('a storm of strangers leaves few lines, costs few reads, and takes no room from good keys', async () => {
  const storm = await startApi();
  const path = (await storm.storage('stormy')).path;
  await storm.billed();
  for (let i = 0; i < 100; i += 1) await storm.call(path, { headers: { 'x-api-key': stranger, 'x-project-id': i % 2 ? `p-${i}` : 'p1' } });
  expect((await storm.billed()).reads).toBeLessThanOrEqual(60);
  await storm.services.requestLog.flush();
  const { data } = await searchRequests(storm.services, { caller: admin, projectId: 'p1', search: { status: '401' } });
  expect(data.length).toBeGreaterThan(0);
  expect(data.length).toBeLessThanOrEqual(6);
  expect((await storm.call(`${path}/count`)).status).toBe(200);
  await storm.stop();
});

test('lines are found by each of their fields, and by a part of any text', async () => {
  const lists = await linesOf({ verb: 'read', status: '2xx' });
  await api.call(`${orders.path}?title=Oak`);
  expect(await linesOf({ verb: 'read', status: '2xx' })).toHaveLength(lists.length + 1);
  const [line] = await linesOf({ search: 'TITLE =' });
  expect(line).toMatchObject({ asks: 'title =, sort createdAt', status: 200 });
  expect(line?.plan).toEqual(expect.any(String));
  expect(await linesOf({ minReads: 5_000 })).toEqual([]);
  expect((await linesOf({ status: 'failed' })).every(({ status }) => status >= 400)).toBe(true);
  expect(await linesOf({ storageId: 'another' })).toEqual([]);
});

test('totals and exports tell how they were found, and what they asked for', async () => {
  await api.call(`${orders.path}/aggregate?op=count,sum:amount,max:nothing&groupBy=title&title=Oak`);
  await api.call(`${orders.path}/export?format=ndjson`);
  await api.call(`${orders.path}/export?format=ndjson&title=Oak`);
  const asked = async (search: string) => (await linesOf({ search }))[0];
  const plan = expect.any(String);
  expect(await asked('/aggregate')).toMatchObject({ plan, asks: 'title =, total count, total sum ?, total max ?, by title' });
  const [ofSome, whole] = await linesOf({ search: '/export' });
  expect(whole).toMatchObject({ plan: 'records, by their keys', asks: 'sort createdAt' });
  expect(ofSome).toMatchObject({ plan, asks: 'title =, sort createdAt' });
});

test('pages lead back to the first line, each line once', async () => {
  await api.services.requestLog.flush();
  const all = (await linesOf({ limit: 200 })).map(({ id }) => id);
  const seen: string[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await searchRequests(api.services, { caller: admin, projectId: 'p1', search: { limit: 2, after } });
    seen.push(...page.data.map(({ id }) => id));
    if (page.next === null) break;
    after = page.next;
  }
  expect(seen.sort()).toEqual(all.sort());
});

const isOurs = ({ status, verb, storageId }: RequestErrorGroup) => status === 404 && verb === 'read' && storageId === orders.id;

test('alike failures are one group with their number and the latest of them', async () => {
  const before = (await groupErrors(api.services, { caller: admin, projectId: 'p1', asked: {} })).groups.find(isOurs)?.calls ?? 0;
  await api.call(`${orders.path}/dataId/none`);
  const last = await api.call(`${orders.path}/dataId/gone`);
  await api.services.requestLog.flush();
  const { groups, names } = await groupErrors(api.services, { caller: admin, projectId: 'p1', asked: {} });
  const group = groups.find(isOurs);
  expect(group).toMatchObject({
    code: 'not-found',
    calls: before + 2,
    route: '/{storageKey}/{storageId}/dataId/{recordId}',
    lastId: idOf(last),
  });
  expect(names.storages[orders.id]).toBe('My orders');
});

test('a dear list is shown with what it asks for and what would help, a cheap one is not', async () => {
  const many = await api.storage('many');
  for (let part = 0; part < 4; part += 1)
    await api.call(many.path, { body: Array.from({ length: 100 }, (_, n) => ({ n: part * 100 + n, kind: `k${n % 3}` })) });
  await api.call(`${many.path}?kind~=1&limit=100&sortBy=n`);
  await api.call(`${many.path}?limit=1`);
  await api.call(`${many.path}/aggregate?groupBy=kind`);
  await api.services.requestLog.flush();
  const { groups } = await groupLists(api.services, { caller: admin, projectId: 'p1', asked: {} });
  const own = groups.filter(({ storageId }) => storageId === many.id);
  expect(own).toMatchObject([
    { calls: 1, advice: 'equals-filter' },
    { calls: 1, advice: 'kept-totals', asks: 'total count, by kind' },
  ]);
  expect(own[0]?.reads.total).toBeGreaterThanOrEqual(60);
});

async function downloaded(search: Parameters<typeof searchRequests>[1]['search'], format?: 'csv' | 'ndjson') {
  let text = '';
  const out = new Writable({ write: (part: Buffer, _, done) => ((text += part.toString()), done()) });
  const { fileName, writeTo } = await downloadRequests(api.services, { caller: admin, projectId: 'p1', search, format });
  await writeTo(out);
  return { fileName, lines: text.trim().split(/\r?\n/) };
}

test('a download has the lines that match as NDJSON, in the order of a table', async () => {
  const { fileName, lines } = await downloaded({ status: 'failed' });
  const read = lines.map((line) => JSON.parse(line) as { status: number });
  expect(fileName).toMatch(/\.ndjson$/);
  expect(read.length).toBeGreaterThan(3);
  expect(read.every(({ status }) => status >= 400)).toBe(true);
  expect(Object.keys(read[0] ?? {}).slice(0, 4)).toEqual(['id', 'at', 'method', 'route']);
});

test('a download as a table has the same lines, and every member of a line as a column', async () => {
  const [table, { lines }] = [await downloaded({ status: 'failed' }, 'csv'), await downloaded({ status: 'failed' })];
  const [head = '', ...rows] = table.lines;
  const [first] = await linesOf({ status: 'failed' });
  expect(table.fileName).toMatch(/\.csv$/);
  expect(head.split(',').sort()).toEqual(Object.keys(first ?? {}).sort());
  expect(rows.map((row) => row.split(',')[0])).toEqual(lines.map((line) => (JSON.parse(line) as { id: string }).id));
});

test('after a watch the instances write a call by themselves, within seconds', async () => {
  await watchRequests(api.services, admin, 'p1');
  await expect.poll(async () => (await api.services.caches.projects.get('projects/p1'))?.data.requestsWatchedUntil).toBeDefined();
  const id = idOf(await api.call(`${orders.path}/count`));
  const found = async () => (await searchRequests(api.services, { caller: admin, projectId: 'p1', search: { id } })).data.length;
  await expect.poll(found, { timeout: 10_000, interval: 200 }).toBe(1);
});

test("another account's project is not found, and a line older than the plan keeps is not shown", async () => {
  await databaseOf(api.services.store).doc('projects/foreign').set({ tenantId: 't2', archivedAt: null });
  await expect(searchRequests(api.services, { caller: admin, projectId: 'foreign', search: {} })).rejects.toMatchObject({
    code: 'not-found',
  });
  const later = Object.create(api.services, { clock: { value: () => Date.now() + 3 * 86_400_000 + 3_600_000 } }) as ApiServer['services'];
  const page = await searchRequests(later, { caller: admin, projectId: 'p1', search: {} });
  expect(page.data).toEqual([]);
});
