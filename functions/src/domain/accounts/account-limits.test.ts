import { afterAll, beforeAll, expect, test } from 'vitest';
import { origin, rightPassword, startAuthWorld } from '../../../test/auth-world.ts';
import { ownerOf } from '../../../test/callers.ts';
import { counted } from '../../../test/counted.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { sessions } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { notMeLink } from '../mailed-links/auth-tokens.ts';
import { lockByOwner } from './lock.ts';
import { listSessions } from './own-sessions.ts';
import { withPlace } from './places.ts';
import { createSessionReader, newSession } from './sessions.ts';
import { checkCode, sendCode } from './two-factor.ts';

/** How long, and how many times, what proves a person may be used. */
let world: Awaited<ReturnType<typeof startAuthWorld>>;

beforeAll(async () => {
  world = await startAuthWorld();
  await world.addAccount('t1', { ada: 'admin', ben: 'admin' });
});
// A reader follows sessions for as long as the process lives.
afterAll(() => world?.stop().catch(() => {}));

const minute = 60_000;
const day = 24 * 60 * minute;
const code = '123456';
const guess = async (uid: string, tried: string) => checkCode(world.services, uid, tried).catch((error: { code: string }) => error.code);

test('a mailed code is good for ten minutes', async () => {
  await sendCode(world.services, { uid: 'ada', name: 'Ada', email: 'ada@example.test' }, origin);
  const sent = (await world.services.store.challenges.get('ada'))?.data;
  expect(sent && sent.codeExpiresAt.toMillis() - sent.sentAt.toMillis()).toBe(10 * minute);
});

test.each([
  [4, undefined],
  [5, 'unauthenticated'],
])('after %i wrong guesses the right code answers %s', async (wrong, answer) => {
  await world.mailedCode('ben', code);
  for (let i = 0; i < wrong; i += 1) expect(await guess('ben', '654321')).toBe('unauthenticated');
  expect(await guess('ben', code)).toBe(answer);
});

test('ten wrong codes in an hour lock a person out for a quarter of an hour', async () => {
  await world.addAccount('t3', { cyn: 'admin' });
  await world.mailedCode('cyn', code);
  await databaseOf(world.services.store).doc('challenges/cyn').update({ wrongInHour: 9 });
  await guess('cyn', '654321');
  const challenge = (await world.services.store.challenges.get('cyn'))?.data;
  const wait = (challenge?.lockedUntil?.toMillis() ?? 0) - Date.now();
  expect(wait).toBeGreaterThan(15 * minute - 30_000);
  expect(wait).toBeLessThanOrEqual(15 * minute);
});

test('a session tries ten passwords in a quarter of an hour, then the right one does not help either', async () => {
  const confirm = (current_password: string) =>
    confirmIdentity(world.services, { caller: ownerOf('t1', 'ada'), given: { current_password }, isTwoFactorOn: false });
  await counted(world.services, { scope: 'confirm-identity', value: 'ada', count: 9 });
  await expect(confirm('Wrong-horse-9')).rejects.toMatchObject({ code: 'invalid-argument' });
  await expect(confirm(rightPassword)).rejects.toMatchObject({ code: 'too-many-requests' });
});

test('a session lasts thirty days, and a hundred of them are listed', async () => {
  const { document } = newSession(world.services, { uid: 'ada', tenantId: 't1', origin });
  expect(document.expiresAt.toMillis() - document.createdAt.toMillis()).toBe(30 * day);
  await world.services.store.bulk(Array.from({ length: 101 }, (_, i) => sessions.set(`s${i}`, document)));
  expect(await listSessions(world.services, ownerOf('t1', 'ada'))).toHaveLength(100);
});

test('rights of a session are looked up again after a minute, also where nothing was heard of a change', async () => {
  let now = Date.now();
  const services = Object.create(world.services, { clock: { value: () => now } }) as typeof world.services; // with a clock of its own
  const { sid, document } = newSession(services, { uid: 'ben', tenantId: 't1', origin });
  await services.store.commit([sessions.set(sid, document)]);
  const reader = createSessionReader(services);
  const role = async () => (await reader.callerOf(sid, 'ben')).role;
  expect(await role()).toBe('admin');
  await databaseOf(services.store).doc('users/ben').update({ role: 'developer', projectId: 'of-t1' });
  now += minute - 1;
  expect(await role()).toBe('admin');
  now += 2;
  expect(await role()).toBe('developer');
});

test('the link for a new password after "this was not me" is good for a day', async () => {
  await world.addAccount('t4', { dan: 'admin' });
  const { link, write } = notMeLink(world.services, 'dan');
  await world.services.store.commit([write]);
  await lockByOwner(world.services, link.split('/').at(-2) ?? '', origin);
  const { docs } = await databaseOf(world.services.store)
    .collection('authTokens')
    .where('uid', '==', 'dan')
    .where('kind', '==', 'reset')
    .get();
  const [reset] = docs.map((doc) => doc.data());
  expect(reset?.expiresAt.toMillis() - reset?.createdAt.toMillis()).toBe(day);
});

test('of the places of a person the latest forty are kept', () => {
  const places = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`n${i}`, Timestamp.fromMillis(i)]));
  const kept = Object.keys(withPlace(world.services, places, origin));
  expect(kept).toHaveLength(40);
  expect(kept).toContain('n59');
});
