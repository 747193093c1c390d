import { readFileSync } from 'node:fs';
import { type AuditRow, type HealthName, type HealthReport, healthParts } from '@bedplate/contract';
import { startFirestore } from 'local-firestore';
import { Firestore, Timestamp } from '@google-cloud/firestore';
import { Storage } from '@google-cloud/storage';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkOnce, createHealthCheck } from '@bedplate/functions/domain/office/health/check-health.ts';
import { keepReconcile, lastReconciled } from '@bedplate/functions/domain/office/health/jobs.ts';
import { readHealth } from '@bedplate/functions/domain/office/health/read-health.ts';
import { createServices, type Services } from '@bedplate/functions/services/services.ts';
import { createStore } from '@bedplate/functions/store/access.ts';
import { newMeter, withMeter } from '@bedplate/functions/store/model/meter.ts';
import { addressesAt } from '../../scripts/suite/addresses.mjs';
import { call, mustCall } from '../support/call.ts';
import { mailsTo } from '../support/inbox.ts';
import { aSuperadmin, freshEmail } from '../support/personas.ts';
import { target } from '../support/target.ts';

const indexes = JSON.parse(readFileSync(new URL('../../firestore.indexes.json', import.meta.url), 'utf8'));
const { ports } = addressesAt(Number(new URL(target.inbox).port) - 1080);
/** Nobody listens there. */
const closed = '127.0.0.1:1';
const minute = 60_000;
const noon = Date.parse('2026-03-28T12:00:00Z');

let server: Awaited<ReturnType<typeof startFirestore>>;
let db: Firestore;
let staff: string;

// The state of a platform of its own; mail server, payment provider, files and functions are those of the product under test.
beforeAll(async () => {
  server = await startFirestore({ indexes, projectId: 'demo-health' });
  db = firestoreAt(`${server.host}:${server.port}`);
});
afterAll(async () => {
  await db.terminate();
  await server.stop();
});
beforeEach(async () => {
  for (const name of ['health', 'users', 'mail', 'deliveries', 'systemLogs']) await db.recursiveDelete(db.collection(name));
  staff = freshEmail('staff');
  await db.doc('users/staff').set({ name: 'Stella', email: staff, role: 'superadmin', is_active: true });
});

function firestoreAt(host: string): Firestore {
  return new Firestore({ projectId: 'demo-health', host, ssl: false, customHeaders: { Authorization: 'Bearer owner' } });
}

type Closed = 'mail' | 'stripe' | 'storage' | 'functions' | 'firestore';

/** The platform at a moment, with some of its parts behind a closed port. */
function platform(millis: number, down: readonly Closed[] = []): Services {
  const is = (part: Closed) => down.includes(part);
  const config = {
    keyEncryptionKey: Buffer.alloc(32, 7),
    tokenPepper: 'a pepper of the tests that is long enough',
    smtpUrl: `smtp://${is('mail') ? closed : `127.0.0.1:${ports.smtp}`}`,
    mailFrom: 'Bedplate <no-reply@bedplate.local>',
    teamMail: staff,
    publicOrigin: is('functions') ? `http://${closed}` : target.web,
    stripe: {
      secretKey: 'sk_test_local',
      webhookSecrets: [],
      publishableKey: '',
      apiBase: `http://${is('stripe') ? closed : `127.0.0.1:${ports.stripe}`}`,
    },
  };
  const files = new Storage({ projectId: 'demo-health', apiEndpoint: is('storage') ? `http://${closed}` : target.storage });
  return createServices({
    config: config as unknown as Services['config'], // what checks read of it
    store: createStore(is('firestore') ? firestoreAt(closed) : db),
    bucket: files.bucket('demo-bedplate.firebasestorage.app') as unknown as Services['bucket'],
    clock: () => millis,
  });
}

/** One check every five minutes from `millis` on. */
async function checks(millis: number, rounds: readonly (readonly Closed[])[]): Promise<void> {
  for (const [at, down] of rounds.entries()) await checkOnce(platform(millis + at * 5 * minute, down));
}

const report = (millis: number) => readHealth(platform(millis));
const stateOf = ({ parts, signals }: HealthReport, name: HealthName) => [...parts, ...signals].find((each) => each.name === name);
const told = async () => (await mailsTo(staff)).map(({ subject, text }) => ({ subject, text })).reverse();

test('a check really uses every part, and the page of its results costs six reads', async () => {
  await checks(noon, [[]]);
  const meter = newMeter();
  const health = await withMeter(meter, () => report(noon));
  expect(meter.reads).toBe(6);
  expect(health.parts.map(({ name }) => name)).toEqual([...healthParts]);
  for (const { state, millis, recent, reason } of health.parts) {
    expect(reason).toBeNull();
    expect(['ok', 'slow']).toContain(state);
    expect(millis).toBeGreaterThan(0);
    expect(recent.at(-1)).toBe(millis);
  }
  expect(health.signals.map(({ name, state }) => [name, state])).toEqual([
    ['outbox', 'ok'],
    ['deliveries', 'ok'],
    ['stripeEvents', expect.any(String)],
    ['errors', 'ok'],
  ]);
  expect(await told()).toEqual([]);
});

test('parts that fail twice in a row are told in one mail, once, and their recovery in another', async () => {
  await db.doc('users/gone').set({ name: 'Gone', email: `gone-${staff}`, role: 'superadmin', is_active: false });
  await checks(noon, [[], ['storage', 'stripe'], ['storage', 'stripe'], ['storage', 'stripe']]);
  const [failing, ...more] = await told();
  expect(more).toEqual([]);
  expect(failing?.subject).toMatch(/^Bedplate health: Storage: failing since 2026-03-28 12:05 UTC, and 1 more$/);
  expect(failing?.text).toContain('Stripe: failing since 2026-03-28 12:05 UTC.');
  expect(failing?.text).toContain(`${target.web}/superadmin/health`);
  expect(stateOf(await report(noon + 15 * minute), 'stripe')).toMatchObject({ state: 'down', since: '2026-03-28T12:05:00.000Z' });
  await checks(noon + 20 * minute, [[], [], []]);
  const [, recovered, ...others] = await told();
  expect(others).toEqual([]);
  expect(recovered?.text).toContain('Storage: works again. It failed from 2026-03-28 12:05 UTC to 2026-03-28 12:25 UTC (20 minutes).');
  const { incidents, parts } = await report(noon + 30 * minute);
  expect(incidents.map(({ name, startedAt, endedAt }) => [name, startedAt, endedAt])).toEqual([
    ['storage', '2026-03-28T12:05:00.000Z', '2026-03-28T12:25:00.000Z'],
    ['stripe', '2026-03-28T12:05:00.000Z', '2026-03-28T12:25:00.000Z'],
  ]);
  expect(parts.find(({ name }) => name === 'stripe')).toMatchObject({ state: 'ok', checks: 7, failed: 3 });
  expect(await mailsTo(`gone-${staff}`)).toEqual([]);
});

test('a part that fails every second time is told to nobody', async () => {
  await checks(noon, [['functions'], [], ['functions'], [], ['functions'], []]);
  expect(await told()).toEqual([]);
});

test('while mail is down nothing is queued; what happened meanwhile is told in one mail when it is back', async () => {
  await checks(noon, [[], ['mail'], ['mail', 'stripe'], ['mail', 'stripe'], ['mail']]);
  expect((await db.collection('mail').get()).size).toBe(0);
  expect(stateOf(await report(noon + 20 * minute), 'mail')).toMatchObject({
    state: 'down',
    reason: expect.stringContaining('ECONNREFUSED'),
  });
  await checks(noon + 25 * minute, [[], []]);
  const [first, second, ...more] = await told();
  expect(first?.text).toContain('Mail: failing since 2026-03-28 12:05 UTC.');
  expect(first?.text).toContain('Stripe: failing since 2026-03-28 12:10 UTC.');
  expect(first?.text).toContain('Stripe: works again.');
  expect(second?.text).toContain('Mail: works again.');
  expect(more).toEqual([]);
});

test('while the database is down the team’s address is told directly, once', async () => {
  const check = createHealthCheck(platform(noon, ['firestore']), 1500);
  await check();
  expect(await told()).toEqual([]);
  await check();
  await check();
  const [only, ...more] = await told();
  expect(only?.subject).toContain('Firestore: failing since 2026-03-28 12:00 UTC');
  expect(more).toEqual([]);
});

test('a finished day becomes one line, its slots go a day later, and lines and incidents of 90 days ago go with it', async () => {
  const old = Timestamp.fromMillis(noon - 91 * 24 * 60 * minute);
  const days = { '2025-12-01': {}, '2026-03-27': { mail: { checks: 1, failed: 0, p50: 1, p95: 1 } } };
  await db.doc('health/history').set({ days, incidents: [{ name: 'mail', startedAt: old, endedAt: old, reason: '' }] });
  const lastCheck = Date.parse('2026-03-28T23:55:00Z');
  await checks(lastCheck, [['stripe'], [], []]);
  const { parts, incidents } = await report(lastCheck + 10 * minute);
  const stripe = parts.find(({ name }) => name === 'stripe');
  expect(stripe?.days).toMatchObject([
    { date: '2026-03-28', checks: 1, failed: 1, p50: null },
    { date: '2026-03-29', checks: 2, failed: 0 },
  ]);
  expect(stripe?.recent.slice(-3)).toEqual([-1, expect.any(Number), expect.any(Number)]);
  expect(stripe?.recent).toHaveLength(288);
  expect(parts.find(({ name }) => name === 'mail')?.days.map(({ date }) => date)).toEqual(['2026-03-27', '2026-03-28', '2026-03-29']);
  expect(incidents).toEqual([]);
  const kept = async () => (await db.collection('health').listDocuments()).map(({ id }) => id).filter((id) => id.startsWith('20'));
  expect(await kept()).toEqual(['2026-03-28', '2026-03-29']);
  await checks(lastCheck + 24 * 60 * minute + 10 * minute, [[]]);
  expect(await kept()).toEqual(['2026-03-29', '2026-03-30']);
});

test('a state that nobody has checked for 15 minutes is unknown', async () => {
  expect(stateOf(await report(noon), 'mail')).toMatchObject({ state: 'unknown', checkedAt: null });
  await checks(noon, [[]]);
  expect(stateOf(await report(noon + 15 * minute), 'mail')?.state).toMatch(/ok|slow/);
  expect(stateOf(await report(noon + 15 * minute + 1), 'mail')?.state).toBe('unknown');
});

test('mails that wait for an hour, overdue deliveries and many errors are also incidents', async () => {
  const ago = (minutes: number) => Timestamp.fromMillis(noon - minutes * minute);
  await db.doc('mail/waiting').set({ delivery: { state: 'error' }, createdAt: ago(61) });
  await db.doc('mail/sent').set({ delivery: { state: 'success' }, createdAt: ago(600) });
  await db.doc('deliveries/late').set({ nextAt: ago(20) });
  const services = platform(noon);
  const batch = db.batch();
  for (let n = 0; n < 51; n += 1) batch.set(db.doc(`systemLogs/${services.makeId().id}`), { level: 'error' });
  await batch.commit();
  await checks(noon, [[], []]);
  const health = await report(noon + 5 * minute);
  expect(stateOf(health, 'outbox')).toMatchObject({ state: 'down', value: 66 * 60, reason: 'A mail has been waiting for 66 minutes.' });
  expect(stateOf(health, 'deliveries')).toMatchObject({ state: 'down', value: 25 * 60 });
  expect(stateOf(health, 'errors')).toMatchObject({ state: 'down', value: 51 });
  expect(await told()).toMatchObject([{ subject: expect.stringContaining('Mails waiting: failing since 2026-03-28 12:00 UTC') }]);
});

test('a comparison with the payment provider that found differences is told, one that found none is only kept', async () => {
  const none = {
    accounts: 3,
    repairedAccounts: 0,
    payments: 0,
    repairedPayments: 0,
    recoveredEvents: 0,
    failures: 0,
    pastEnd: 0,
    last: 'tenant-2',
  };
  await keepReconcile(platform(noon), none);
  expect(await told()).toEqual([]);
  expect((await report(noon)).reconcile).toEqual({
    at: '2026-03-28T12:00:00.000Z',
    accounts: 3,
    repaired: 0,
    recoveredEvents: 0,
    failures: 0,
  });
  expect(await lastReconciled(platform(noon))).toBe('tenant-2');
  await keepReconcile(platform(noon), { ...none, repairedAccounts: 1, failures: 2 });
  expect(await told()).toMatchObject([{ subject: expect.stringContaining('1 repaired, 2 could not be repaired') }]);
});

test('staff ask for a check, which is a row of the audit; the next one has to wait', async () => {
  const { token, id } = await aSuperadmin();
  const first = await call<{ data: HealthReport }>({ method: 'POST', path: '/app/superadmin/health/check', token });
  // Somebody else may just have asked.
  expect([200, 429]).toContain(first.status);
  const second = await call({ method: 'POST', path: '/app/superadmin/health/check', token });
  expect(second).toMatchObject({ status: 429, body: { error: { code: 'too-many-requests' } } });
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0);
  const { data } = await mustCall<{ data: HealthReport }>({ path: '/app/superadmin/health', token });
  expect(data.checkedAt).not.toBeNull();
  const { data: rows } = await mustCall<{ data: AuditRow[] }>({ path: '/app/superadmin/audit?limit=20', token });
  const own = rows.filter(({ action, actor }) => action === 'Check health' && actor.id === id);
  expect(own).toHaveLength(first.status === 200 ? 1 : 0);
});
