import { expect, test } from 'vitest';
import type { Store } from '../../store/access.ts';
import { createIdMaker } from '../../store/time-ordered-id.ts';
import type { Write } from '../../store/model/writes.ts';
import type { RequestChunkDocument } from '../../store/documents/usage-documents.ts';
import { unpack, type WaitingLine } from './chunk.ts';
import { createRequestLog } from './request-log.ts';

const free = { tier: 'free', watchedUntil: 0 } as const;
const paid = { tier: 'pro', watchedUntil: 0 } as const;

/** A log over a database that only sees commits. */
function aLog() {
  let time = Date.UTC(2026, 10, 26);
  const writes: Write[] = [];
  let isAway = false;
  let answered: Promise<void> | null = null;
  const commit = async ([write]: readonly Write[]) => {
    if (answered) await answered;
    if (isAway) throw new Error('The database is away.');
    if (write) writes.push(write);
  };
  const makeId = createIdMaker(() => time);
  const log = createRequestLog({ store: () => ({ commit }) as unknown as Store, makeId: () => makeId(), now: () => time });
  const line = (change: Partial<WaitingLine> = {}): WaitingLine => ({
    id: `id-${Math.random()}`,
    projectId: 'p1',
    millis: time,
    method: 'GET',
    route: '/{storageKey}/{storageId}',
    verb: 'read',
    storageId: 's1',
    key: 'k1',
    user: null,
    member: null,
    status: 200,
    code: null,
    refusedBy: null,
    ms: 3,
    reads: 1,
    writes: 0,
    deletes: 0,
    credits: 1,
    plan: null,
    asks: null,
    trace: null,
    network: null,
    rules: null,
    n: 1,
    ...change,
  });
  return {
    log,
    line,
    writes,
    pass: (millis: number) => (time += millis),
    goAway: (away: boolean) => (isAway = away),
    hang: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      answered = promise;
      return resolve;
    },
    lines: (projectId = 'p1') =>
      [...new Map(writes.map((write) => [write.path, chunkOf(write)])).values()].flatMap((chunk) => unpack(chunk, projectId)),
  };
}

const chunkOf = (write: Write) => (write as unknown as { data: RequestChunkDocument }).data;

test('a hundred thousand calls cost at most two thousand writes, and none is missing', async () => {
  const { log, line, writes, pass, lines } = aLog();
  for (let call = 0; call < 100_000; call += 1) {
    log.add(line({ projectId: `p${call % 3}` }), call % 2 ? free : paid);
    if (call % 20 === 0) pass(200);
    if (call % 300 === 0) await new Promise(setImmediate); // the database answers
  }
  await log.flush();
  expect(writes.length).toBeLessThanOrEqual(2_000);
  const total = ['p0', 'p1', 'p2'].flatMap(lines).reduce((sum, { n }) => sum + n, 0);
  expect(total).toBe(100_000);
});

test('an instance with few calls writes at most once a minute, whatever the plans of their accounts', async () => {
  const { log, line, writes, pass, lines } = aLog();
  for (let second = 0; second < 600; second += 10) {
    log.add(line(), second % 20 ? free : paid);
    pass(10_000);
    log.flushDue();
  }
  expect(writes.length).toBeLessThanOrEqual(11);
  await log.flush();
  expect(lines()).toHaveLength(60);
});

test('a call that comes after a quiet minute is written at once', () => {
  const { log, line, writes } = aLog();
  log.add(line(), free);
  expect(writes).toHaveLength(1);
});

test('lines of an instance that slept are written when its next request begins', () => {
  const { log, line, writes, pass } = aLog();
  log.add(line(), free);
  log.add(line(), free);
  expect(writes).toHaveLength(1);
  pass(60_000);
  log.flushDue();
  expect(writes).toHaveLength(2);
});

test('while somebody looks, lines are written every two seconds, before the answer', async () => {
  const { log, line, writes, pass, lines } = aLog();
  log.add(line(), free);
  const watched = { ...free, watchedUntil: Date.UTC(2026, 10, 27) };
  expect(log.add(line(), watched)).toBeNull();
  pass(2_000);
  await log.add(line(), watched);
  expect(writes).toHaveLength(2);
  expect(lines()).toHaveLength(3);
});

test("a minute's first failure on our side is written before its answer, the next ones wait", async () => {
  const { log, line, writes, pass } = aLog();
  log.add(line(), free);
  pass(1_000);
  await log.add(line({ status: 503 }), free);
  expect(log.add(line({ status: 503 }), free)).toBeNull();
  expect(writes).toHaveLength(2);
});

test('in a storm lines stand for several calls, and their sum is exact', async () => {
  const { log, line, lines, pass } = aLog();
  for (let call = 0; call < 200_000; call += 1) {
    log.add(line({ status: call % 2 ? 429 : 200 }), free);
    if (call % 10_000 === 0) pass(1_000);
    if (call % 300 === 0) await new Promise(setImmediate);
  }
  await log.flush();
  const found = lines();
  const sum = (isRefused: boolean) => found.filter(({ status }) => (status === 429) === isRefused).reduce((total, { n }) => total + n, 0);
  expect([sum(false), sum(true)]).toEqual([100_000, 100_000]);
  expect(found.length).toBeLessThan(25_000);
  expect(Math.max(...found.map(({ n }) => n))).toBeGreaterThan(1);
});

test('while the database says nothing, four chunks are under way and five thousand lines wait', async () => {
  const { log, line, lines, hang } = aLog();
  const goOn = hang();
  for (let call = 0; call < 9_000; call += 1) log.add(line(), free);
  goOn();
  await log.flush();
  const kept = lines();
  expect(kept).toHaveLength(1 + 3 * 300 + 5_000);
  expect(kept.reduce((sum, { n }) => sum + n, 0)).toBe(9_000);
});

test('of chunks that the database refuses the first ten are kept', async () => {
  const { log, line, writes, goAway, pass } = aLog();
  goAway(true);
  for (let minute = 0; minute < 15; minute += 1) {
    log.add(line(), free);
    pass(60_000);
    await new Promise(setImmediate);
  }
  goAway(false);
  for (let minute = 0; minute < 15; minute += 1) {
    pass(60_000);
    log.flushDue();
    await new Promise(setImmediate);
  }
  expect(writes).toHaveLength(10);
});

test('what the database does not take is written once it is back, each line once', async () => {
  const { log, line, lines, goAway, pass } = aLog();
  goAway(true);
  const silent = console.error;
  console.error = () => {};
  for (let call = 0; call < 10; call += 1) log.add(line({ id: `call-${call}` }), free);
  await log.flush();
  console.error = silent;
  goAway(false);
  pass(60_000);
  log.flushDue();
  await new Promise(setImmediate);
  await log.flush();
  expect(
    lines()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(Array.from({ length: 10 }, (_, call) => `call-${call}`));
});

test('lines of a free plan end after three days, of a paid one after thirty', async () => {
  const { log, line, writes } = aLog();
  log.add(line(), free);
  log.add(line(), paid);
  await log.flush();
  const days = writes.map((write) => (chunkOf(write).expiresAt.toMillis() - Date.UTC(2026, 10, 26)) / 86_400_000);
  expect(days).toEqual([3, 30]);
});
