import type { SignInInput } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { appPage as page, postFromPage } from '../../../test/from-page.ts';
import { databaseOf } from '../../../test/data-services.ts';

/** The doors of app users that a key, a switch or a limit closes. Each test has a clock of its own hour, and so fresh limits. */
let api: Awaited<ReturnType<typeof startApi>>;
let ahead = 0;

const password = 'a-pass-word-1';
const hour = 3_600_000;

beforeAll(async () => {
  api = await startApi({ clock: () => Date.now() + ahead });
});
afterAll(() => api.stop());

async function usersWith(signIn: SignInInput = {}) {
  ahead += 2 * hour;
  const methods = { origins: [page], methods: ['password', 'code', 'anonymous'] } satisfies SignInInput;
  return api.storage('users', { endUserAccess: { read: 'own', write: 'own' }, signIn: { ...methods, ...signIn } });
}
type Users = Awaited<ReturnType<typeof usersWith>>;

/** From a network of its own, or from one that is named. */
const post = (users: Users, call: string, { from, ...sent }: Sent = {}) => postFromPage(api, users, call, { ...sent, ip: from });
interface Sent {
  body?: object;
  bearer?: string;
  from?: string;
}
let names = 0;
const person = (username: string) => ({ username, email: `${username}@example.test`, password });
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);
const lastCode = (address: string) => {
  const text = api.mails.findLast(({ to }) => to === address)?.mail.text ?? '';
  return /^(\d{6}|[\w-]{24})$/m.exec(text)?.[1] ?? '';
};
async function resetCode(users: Users, username: string): Promise<string> {
  const before = api.mails.length;
  await post(users, 'forgot-password', { body: { username } });
  await expect.poll(() => api.mails.length).toBeGreaterThan(before);
  return lastCode(`${username}@example.test`);
}
const reset = (users: Users, token: string) => post(users, 'reset-password', { body: { token, password: 'a-pass-word-2' } });

test('an anonymous user comes only where anybody may sign up, and takes a password only where passwords sign in', async () => {
  for (const signUp of ['closed', 'domain'] as const) {
    const users = await usersWith({ signUp, mailDomains: ['example.test'] });
    expect([signUp, (await post(users, 'sign-in/anonymous')).status]).toEqual([signUp, 403]);
  }
  const users = await usersWith({ methods: ['anonymous'] });
  const { accessToken: bearer } = (await post(users, 'sign-in/anonymous')).body;
  expect((await post(users, 'me/sign-up', { bearer, body: person('nora') })).status).toBe(403);
  const body = { currentPassword: password, password: 'a-pass-word-2' };
  const refused = { status: 403, body: { message: 'Signing in by password is off in this users storage.' } };
  expect(await post(users, 'change-password', { bearer, body })).toMatchObject(refused);
});

test('a network makes twenty anonymous users within an hour', async () => {
  const users = await usersWith();
  const answers = await Promise.all(Array.from({ length: 22 }, () => post(users, 'sign-in/anonymous', { from: '203.0.113.9' })));
  expect(statusesOf(answers).slice(19)).toEqual([200, 429, 429]);
});

test.each([
  ['a sign-up', (users: Users) => post(users, 'sign-up', { body: { ...person(`n${(names += 1)}`), email: 'many@example.test' } })],
  ['a password without a proved address', (users: Users) => post(users, 'sign-in/password', { body: { username: 'many', password } })],
])('%s mails an address five times within an hour', async (what, call) => {
  const users = await usersWith({ verifyEmail: true });
  if (!what.startsWith('a sign-up')) await api.call(users.path, { body: person('many') });
  const answers = await Promise.all(Array.from({ length: 6 }, () => call(users)));
  expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 429]);
});

test('a change of the address mails a new one five times within an hour', async () => {
  const users = await usersWith();
  const { accessToken: bearer } = (await post(users, 'sign-up', { body: person('mover') })).body;
  const body = { email: 'next@example.test', currentPassword: password };
  const answers = await Promise.all(Array.from({ length: 6 }, () => post(users, 'me/email', { bearer, body })));
  expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 429]);
});

test('a network asks for a hundred mails, whatever the addresses', async () => {
  const users = await usersWith();
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const ask = (call: string, body: object) => api.call(`${users.path}/${call}`, { body, headers });
  const codes = await Promise.all(Array.from({ length: 102 }, (_, i) => ask('sign-in/code', { email: `nobody${i}@example.test` })));
  const resets = await Promise.all(Array.from({ length: 102 }, (_, i) => ask('forgot-password', { username: `nobody${i}` })));
  for (const answers of [codes, resets]) expect(statusesOf(answers).slice(99)).toEqual([200, 429, 429]);
});

/** As if all attempts of a limit were made. */
async function useUp(scope: string) {
  const { docs } = await databaseOf(api.services.store).collection('attempts').get();
  const counters = docs.filter((counter) => counter.get('scope') === scope);
  expect(counters).not.toEqual([]);
  await Promise.all(counters.map(({ ref }) => ref.update({ count: 1000 })));
}

test('a user makes so many teams an hour, sends so many invitations into them, and so many to one address', async () => {
  const users = await usersWith({ teams: true });
  const { accessToken: bearer } = (await post(users, 'sign-up', { body: person('lead') })).body;
  const make = () => post(users, 'teams', { bearer, body: { name: 'Crew' } });
  const { id } = (await make()).body.data;
  const invite = async (email: string) => (await post(users, `teams/${id}/invitations`, { bearer, body: { email } })).status;
  expect(await invite('one@example.test')).toBe(201);
  await useUp('app-user-teams');
  expect((await make()).status).toBe(429);
  await useUp('app-team-invitations-address');
  expect([await invite('one@example.test'), await invite('two@example.test')]).toEqual([429, 201]);
  await useUp('app-team-invitations');
  expect(await invite('three@example.test')).toBe(429);
});

test.each([
  ['app-user-ip', 'sign-in/password', { username: 'nobody', password }, 401],
  ['app-user-passkey-ip', 'sign-in/passkey', {}, 200],
])('%s: a network that has used up its attempts is refused, and another one is not', async (scope, call, body, usual) => {
  const users = await usersWith({ methods: ['password', 'passkey'] });
  const ask = async (from: string) => (await post(users, call, { body, from })).status;
  expect(await ask('203.0.113.8')).toBe(usual);
  await useUp(scope);
  expect(await ask('203.0.113.8')).toBe(429);
  expect(await ask('198.51.100.8')).toBe(usual);
});

test('a user gets three mails to set a password in a quarter of an hour', async () => {
  const users = await usersWith();
  const ask = () => post(users, 'forgot-password', { body: { username: 'somebody' } });
  expect(statusesOf(await Promise.all([ask(), ask(), ask(), ask()]))).toEqual([200, 200, 200, 429]);
});

test('the code of a mail sets no password in another storage, after an hour, of a user who is gone, or after another change', async () => {
  const [users, others] = [await usersWith(), await usersWith()];
  for (const username of ['ann', 'ben', 'cid']) await api.call(users.path, { body: person(username) });
  const idOf = async (username: string) => (await api.call(`${users.path}?username=${username}`)).body.data[0].id as string;
  const ofAnn = await resetCode(users, 'ann');
  expect((await reset(others, ofAnn)).status).toBe(404);
  await api.call(`${users.path}/dataId/${await idOf('ann')}`, { method: 'PUT', body: { password: 'a-pass-word-3' } });
  expect((await reset(users, ofAnn)).status).toBe(404);
  const ofBen = await resetCode(users, 'ben');
  await api.call(`${users.path}/dataId/${await idOf('ben')}`, { method: 'DELETE' });
  expect((await reset(users, ofBen)).status).toBe(404);
  const ofCid = await resetCode(users, 'cid');
  ahead += hour + 1;
  expect((await reset(users, ofCid)).status).toBe(404);
});

test('of two codes for one password that come at once, one sets a new password', async () => {
  const users = await usersWith();
  await api.call(users.path, { body: person('twice') });
  const codes = [await resetCode(users, 'twice'), await resetCode(users, 'twice')];
  expect(statusesOf(await Promise.all(codes.map((code) => reset(users, code))))).toEqual([200, 404]);
});

test('what proves a person is text of a length that is worth hashing', async () => {
  const users = await usersWith();
  const { accessToken: bearer, data } = (await post(users, 'sign-up', { body: person('prover') })).body;
  for (const currentPassword of [7, null, [password], 'x'.repeat(100_000)]) {
    const body = { password: 'a-pass-word-2', currentPassword };
    const answer = await api.call(`${users.path}/dataId/${data.id}`, { method: 'PUT', bearer, body });
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'currentPassword' }] } } });
  }
});

test('a sign-up that waited for its proof makes nobody while the platform takes no writes', async () => {
  const users = await usersWith({ verifyEmail: true });
  const { challenge } = (await post(users, 'sign-up', { body: person('late') })).body;
  await expect.poll(() => lastCode('late@example.test')).not.toBe('');
  const proof = { body: { challenge, code: lastCode('late@example.test') } };
  const { platform } = api.services;
  const { settings } = platform;
  const before = await settings();
  Object.assign(platform, { settings: async () => ({ ...before, switches: { ...before.switches, dataApiWrites: false } }) });
  expect((await post(users, 'sign-in/verify', proof)).status).toBe(503);
  Object.assign(platform, { settings });
  expect((await api.call(`${users.path}/count`)).body.data.count).toBe(0);
});

test.each([
  ['a suspended account', 'tenants/t1', { active: false }, { active: true }, 403],
  ['an archived project', 'projects/p1', { archivedAt: new Date() }, { archivedAt: null }, 404],
] as const)('%s lets no page and no access token in', async (_, path, closed, open, status) => {
  const users = await usersWith();
  const { accessToken: bearer } = (await post(users, 'sign-up', { body: person('inside') })).body;
  const place = databaseOf(api.services.store).doc(path);
  await place.update(closed);
  try {
    await expect.poll(async () => (await api.call(`${users.path}/me`, { bearer })).status).toBe(status);
    await expect.poll(async () => (await post(users, 'sign-in/anonymous')).status).toBe(status);
  } finally {
    await place.update(open);
  }
  await expect.poll(async () => (await post(users, 'sign-in/anonymous')).status).toBe(200);
});
