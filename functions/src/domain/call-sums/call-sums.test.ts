import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { callReport } from '../reporting/call-report.ts';
import { reportRange } from '../reporting/report-range.ts';
import { addTo, latencyOf, noCalls, stepOf } from './call-sum.ts';
import { type CountedLine, createCallSums } from './call-sums.ts';

let api: ApiServer;
const start = Date.parse('2026-05-04T10:30:00Z');
let now = start;

beforeEach(async () => {
  now = start;
  await api?.stop();
  api = await startApi();
});
afterAll(() => api.stop());

const sums = () => createCallSums({ store: () => api.services.store, now: () => now });
const line = (change: Partial<CountedLine> = {}): CountedLine => ({
  projectId: 'p1',
  millis: now,
  storageId: 's1',
  key: 'k1',
  user: null,
  verb: 'read',
  status: 200,
  ms: 20,
  credits: 1,
  ...change,
});
const stored = async () => (await databaseOf(api.services.store).collection('callSums').get()).docs.map(({ id }) => id);
const report = (by: 'storage' | 'key' | 'verb', from = '2026-05-04', to = from) =>
  callReport(api.services, { caller: admin, projectId: 'p1', by, range: reportRange(from, to, now) });
const writes = async () => (await api.billed()).writes;

test('calls, errors, credits and latencies are told by the hour, by storage, key and verb', async () => {
  const own = sums();
  for (let i = 0; i < 10; i += 1) own.count(line({ ms: i < 9 ? 20 : 900 }), 't1');
  own.count(line({ storageId: 's2', key: null, user: 'u', verb: 'create', status: 403, credits: 0 }), 't1');
  own.count(line({ storageId: null, millis: now + 3_600_000, status: 500, credits: 0 }), 't1');
  await own.flush();
  const { unit, times, total, groups } = await report('storage');
  expect([unit, times.length, times[10]]).toEqual(['hour', 24, '2026-05-04T10:00:00.000Z']);
  expect([total.calls[10], total.errors[10], total.credits[10], total.calls[11]]).toEqual([11, 1, 10, 1]);
  expect(total.whole).toMatchObject({ calls: 12, errors: 2, credits: 10 });
  expect(groups.map(({ id, whole }) => [id, whole.calls, whole.errors])).toEqual([
    ['s1', 10, 0],
    ['s2', 1, 1],
    ['-', 1, 1],
  ]);
  const [busiest] = groups;
  expect(busiest?.p50[10]).toBeGreaterThan(16);
  expect(busiest?.p50[10]).toBeLessThan(24);
  expect(busiest?.p95[10]).toBeGreaterThan(720);
  expect(busiest?.p95[10]).toBeLessThan(1100);
  expect(busiest?.p95[11]).toBeNull();
  expect((await report('key')).groups.map(({ id }) => id)).toEqual(['k1', 'user']);
  expect((await report('verb')).groups.map(({ id, whole }) => [id, whole.calls])).toEqual([
    ['read', 11],
    ['create', 1],
  ]);
});

test('two instances add to one day; longer ranges are told by the day, and a day without calls is empty', async () => {
  const [a, b] = [sums(), sums()];
  a.count(line(), 't1');
  b.count(line({ key: 'k2' }), 't1');
  b.count(line({ millis: now + 86_400_000 }), 't1');
  await Promise.all([a.flush(), b.flush()]);
  expect((await stored()).sort()).toEqual(['p1_20260504', 'p1_20260505']);
  const { unit, times, total } = await report('key', '2026-05-03', '2026-05-06');
  expect([unit, times.length, total.calls]).toEqual(['day', 4, [0, 2, 1, 0]]);
});

test('under load fifty calls share a write, and a quiet project has one in ten minutes', async () => {
  const own = sums();
  const before = await writes();
  for (let i = 0; i < 100_000; i += 1) {
    now = start + i * 12; // 5,000 a minute
    own.count(line({ millis: now }), 't1');
    if (i % 1000 === 0) await new Promise((done) => setImmediate(done));
  }
  await own.flush();
  expect((await report('verb')).total.whole.calls).toBe(100_000);
  const busy = (await writes()) - before;
  expect(busy).toBeLessThan(40);
  for (let minute = 0; minute < 30; minute += 1) {
    now = start + 3_600_000 + minute * 60_000;
    own.count(line(), 't1');
  }
  await own.flush();
  expect((await writes()) - before - busy).toBeLessThanOrEqual(4);
});

test('the first calls after a quiet time are told within seconds, later ones with the next ten minutes', async () => {
  const own = sums();
  const before = await writes();
  const told = async () => (await report('verb')).total.whole.calls;
  own.count(line(), 't1');
  now += 10_000;
  own.count(line(), 't1');
  await expect.poll(told).toBe(2);
  for (let second = 0; second < 500; second += 20) {
    now = start + 20_000 + second * 1000;
    own.count(line(), 't1');
  }
  await new Promise((done) => setTimeout(done, 50));
  expect(await told()).toBe(2);
  now = start + 620_000;
  own.count(line(), 't1');
  await expect.poll(told).toBe(28);
  expect((await writes()) - before).toBe(2);
});

test('more storages than a document tells apart are one group, and none of their calls is lost', async () => {
  const own = sums();
  for (let i = 0; i < 260; i += 1) own.count(line({ storageId: `s${i}` }), 't1');
  await own.flush();
  const { groups, total } = await report('storage');
  expect([total.whole.calls, groups.length]).toEqual([260, 9]);
  expect(groups.at(-1)).toMatchObject({ id: '~', whole: { calls: 252 } });
});

test('another project is not found, and calls of the data API are counted', async () => {
  await expect(
    callReport(api.services, { caller: admin, projectId: 'p2', by: 'verb', range: reportRange(undefined, undefined, now) }),
  ).rejects.toMatchObject({ code: 'not-found' });
  const { path } = await api.storage('notes');
  await api.call(path, { body: { title: 'T' } });
  await api.call(`${path}/dataId/none`);
  await api.services.callSums.flush();
  const range = reportRange(undefined, undefined, Date.now());
  const { total } = await callReport(api.services, { caller: admin, projectId: 'p1', by: 'verb', range });
  expect(total.whole).toMatchObject({ calls: 2, errors: 1, credits: 2 });
});

test('an estimate is off by a fifth at most', () => {
  for (const ms of [1, 5, 17, 80, 333, 1200, 9000]) {
    const sum = noCalls();
    for (let i = 0; i < 100; i += 1) addTo(sum, { c: 1, e: 0, r: 0, b: { [stepOf(ms)]: 1 } });
    const estimate = latencyOf(sum, 0.5) ?? 0;
    expect(Math.abs(estimate - ms)).toBeLessThanOrEqual(Math.max(3, ms * 0.2));
  }
  expect(latencyOf(noCalls(), 0.5)).toBeNull();
});

test('sums whose write fails three times are let go, so that an outage fills no memory', async () => {
  const own = sums();
  own.count(line(), 't1');
  const transaction = vi.spyOn(api.services.store, 'transaction').mockRejectedValue(new Error('The database is away.'));
  vi.spyOn(console, 'warn').mockReturnValue();
  for (let i = 0; i < 5; i += 1) await own.flush();
  expect(transaction).toHaveBeenCalledTimes(3);
  vi.restoreAllMocks();
});

test('sums that are stored and whose answer is lost are not added again, with what came in between', async () => {
  const own = sums();
  const { store } = api.services;
  const { transaction } = store;
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(store, 'transaction').mockImplementationOnce(async (work) => {
    await transaction(work);
    throw new Error('The answer is lost.');
  });
  own.count(line(), 't1');
  await own.flush();
  own.count(line(), 't1');
  const other = sums();
  other.count(line(), 't1');
  await Promise.all([own.flush(), other.flush()]);
  await own.flush();
  expect((await report('verb')).total.whole.calls).toBe(3);
  vi.restoreAllMocks();
});

test('a day remembers its last hundred additions', async () => {
  const own = sums();
  for (let i = 0; i < 102; i += 1) {
    own.count(line(), 't1');
    await own.flush();
  }
  const day = await databaseOf(api.services.store).doc('callSums/p1_20260504').get();
  expect(day.get('added')).toHaveLength(100);
  expect((await report('verb')).total.whole.calls).toBe(102);
});
