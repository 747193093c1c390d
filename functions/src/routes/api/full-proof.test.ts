import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SignInInput } from '@bedplate/contract';
import { type RunningProvider, startProvider } from '@bedplate/local-oidc';
import { startApi } from '../../../test/api-server.ts';
import { appPage as origin, postFromPage } from '../../../test/from-page.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { softPasskey } from '../../../test/soft-passkey.ts';
import { updateStorage } from '../../domain/storages/storages.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let provider: RunningProvider;
let now = Date.now();

const password = 'a-pass-word-1';
const issuer = 'https://login.example.com';
const returnTo = `${origin}/in`;
const page = { origin, domain: 'shop.example.com' };

beforeAll(async () => {
  provider = await startProvider({ port: 0, issuer });
  const elsewhere = (input: unknown) => String(input).replace(issuer, provider.url);
  api = await startApi({ clock: () => now, fetchOutside: (input, init) => fetch(elsewhere(input), init) });
});
afterAll(() => Promise.all([api.stop(), provider.stop()]));

async function usersWith(signIn: SignInInput = {}) {
  const users = await api.storage('users', { endUserAccess: { read: 'own', write: 'own' } });
  const change = {
    signIn: {
      origins: [origin],
      methods: ['password', 'code', 'passkey'],
      secondFactor: 'optional',
      teams: true,
      returnPages: [returnTo],
      providers: [{ id: 'acme', kind: 'oidc', issuer, clientId: 'shop', clientSecret: 'hush-hush' }],
      ...signIn,
    },
  } satisfies { signIn: SignInInput };
  await updateStorage(api.services, { caller: admin, path: { projectId: 'p1', storageId: users.id }, change });
  await vi.waitFor(async () => expect((await post(users, 'sign-in/passkey', {})).status).toBe(200), { timeout: 30_000 });
  return users;
}
type Users = Awaited<ReturnType<typeof usersWith>>;
const post = (users: { path: string }, call: string, body: object, bearer?: string) => postFromPage(api, users, call, { body, bearer });

/** A user with an authenticator app, a passkey and an account elsewhere. */
async function personWith(users: Users, username: string) {
  const email = `${username}@example.test`;
  const { accessToken: bearer, data } = (await post(users, 'sign-up', { username, email, password })).body;
  const begun = (await post(users, 'me/passkeys', { currentPassword: password }, bearer)).body;
  const passkey = softPasskey().make(page, begun.passkey.challenge);
  const passkeyId = (await post(users, 'me/passkeys/verify', { challenge: begun.challenge, passkey }, bearer)).body.data.id as string;
  const account = databaseOf(api.services.store).doc(`storages/${users.id}/accounts/${data.id}`);
  const identity = 'a'.repeat(64);
  await account.set({ identities: { [identity]: { provider: 'acme', email: null, linkedAt: new Date() } } }, { merge: true });
  const recovery = await setUpFactor(users, bearer);
  return { id: data.id as string, bearer: bearer as string, email, passkeyId, identity, recovery, account };
}

async function setUpFactor(users: Users, bearer: string): Promise<string[]> {
  const { challenge, setUp } = (await post(users, 'me/second-factor', { currentPassword: password }, bearer)).body;
  const code = new TOTP({ secret: Secret.fromBase32(setUp.secret) }).generate({ timestamp: now });
  return (await post(users, 'me/second-factor/verify', { challenge, code }, bearer)).body.recoveryCodes;
}
type Person = Awaited<ReturnType<typeof personWith>>;

/** A team of the person, with one more member. */
async function teamOf(users: Users, owner: Person) {
  const { id } = (await post(users, 'teams', { name: 'Crew' }, owner.bearer)).body.data;
  const other = (await post(users, 'sign-up', { username: `${owner.id}-2`, email: `${owner.id}@other.test`, password })).body.data.id;
  const database = databaseOf(api.services.store);
  await database
    .doc(`storages/${users.id}/teams/${id}`)
    .set({ members: { [other]: { role: 'member', since: new Date() } } }, { merge: true });
  await database.doc(`storages/${users.id}/records/${other}`).set({ teams: { [id]: 'member' } }, { merge: true });
  return { id: id as string, other: other as string };
}

const codeChallenge = 'c'.repeat(43);
const calls: Record<string, (who: Person, team: { id: string; other: string }) => { path: string; method?: string; body?: object }> = {
  'a further passkey': () => ({ path: 'me/passkeys' }),
  'a passkey that goes': ({ passkeyId }) => ({ path: `me/passkeys/${passkeyId}/remove` }),
  'an account elsewhere': () => ({ path: 'me/identities', body: { provider: 'acme', returnTo, codeChallenge } }),
  'an account elsewhere that goes': ({ identity }) => ({ path: `me/identities/${identity}/remove` }),
  'another address': () => ({ path: 'me/email', body: { email: 'new@example.test' } }),
  'another password': () => ({ path: 'change-password', body: { password: 'another-pass-1' } }),
  'a further way of the factor': () => ({ path: 'me/second-factor', body: { way: 'passkey' } }),
  'other recovery codes': () => ({ path: 'me/second-factor/recovery-codes' }),
  'the end of the factor': () => ({ path: 'me/second-factor/remove' }),
  'the end of the account': () => ({ path: 'me/delete' }),
  'a team for somebody else': (_, { id, other }) => ({ path: `teams/${id}/hand-over`, body: { userId: other } }),
  'a second owner of a team': (_, { id, other }) => ({ path: `teams/${id}/members/${other}`, method: 'PATCH', body: { role: 'owner' } }),
  'an invitation of a second owner': (_, { id }) => ({ path: `teams/${id}/invitations`, body: { email: 'x@example.test', role: 'owner' } }),
  'the end of a team': (_, { id }) => ({ path: `teams/${id}/delete` }),
};

test.each(Object.keys(calls))('who has a second factor sends an answer of it beside the password: %s', async (name) => {
  const users = await usersWith({ secondFactorWays: ['totp', 'passkey'] });
  const who = await personWith(users, 'ann');
  const team = await teamOf(users, who);
  const { path, method = 'POST', body = {} } = (calls[name] as (typeof calls)[string])(who, team);
  const send = (more: object) =>
    api.call(`${users.path}/${path}`, { method, bearer: who.bearer, body: { ...body, ...more }, headers: { origin } });
  const state = async () => JSON.stringify([(await who.account.get()).data(), api.mails.length]);
  const before = await state();
  const [code] = who.recovery;
  const refused = [
    {},
    { currentPassword: 'wrong-pass-1' },
    { currentPassword: 'wrong-pass-1', code },
    { code },
    { currentPassword: password },
    { currentPassword: password, code: 'aaaaaa-bbbbbb' },
  ];
  for (const proof of refused) expect([proof, (await send(proof)).status]).toEqual([proof, expect.toBeOneOf([400, 401, 403])]);
  expect(await state()).toBe(before);
  expect((await send({ currentPassword: password, code })).status).toEqual(expect.toBeOneOf([200, 201]));
});

test('the code of a proof is used up by it', async () => {
  const users = await usersWith();
  const { bearer, recovery } = await personWith(users, 'once');
  const proof = { currentPassword: password, code: recovery[0] };
  expect((await post(users, 'me/passkeys', proof, bearer)).status).toBe(200);
  expect((await post(users, 'me/email', { ...proof, email: 'new@example.test' }, bearer)).status).toBe(401);
});

test('no other call changes the password or the address of who has a second factor', async () => {
  const users = await usersWith();
  const { id, bearer } = await personWith(users, 'doors');
  const one = { storageId: users.id, id };
  for (const change of [{ password: 'another-pass-1' }, { email: 'new@example.test' }]) {
    const data = { ...change, currentPassword: password };
    for (const [path, method, body] of [
      [`${users.path}/me`, 'PATCH', data],
      [`${users.path}/dataId/${id}`, 'PUT', data],
      ['/api/batch', 'POST', { writes: [{ op: 'update', ...one, data }] }],
    ] as const)
      expect([path, (await api.call(path, { method, bearer, body })).status]).toEqual([path, 403]);
  }
  expect((await api.call(`${users.path}/me`, { bearer })).body.data.email).toBe('doors@example.test');
  // Without one the password alone is asked for.
  const plain = (await post(users, 'sign-up', { username: 'plain', email: 'plain@example.test', password })).body.accessToken;
  const change = { password: 'another-pass-1', currentPassword: password };
  expect((await api.call(`${users.path}/me`, { method: 'PATCH', bearer: plain, body: change })).status).toBe(200);
});

test('a change that began before the second factor was set up does not end after it', async () => {
  const users = await usersWith();
  const { accessToken: bearer } = (await post(users, 'sign-up', { username: 'race', email: 'race@example.test', password })).body;
  const proof = { currentPassword: password };
  const passkey = (await post(users, 'me/passkeys', proof, bearer)).body;
  const address = (await post(users, 'me/email', { ...proof, email: 'new@example.test' }, bearer)).body;
  const link = await linked(users, bearer);
  await setUpFactor(users, bearer);
  const made = softPasskey().make(page, passkey.passkey.challenge);
  expect((await post(users, 'me/passkeys/verify', { challenge: passkey.challenge, passkey: made }, bearer)).status).toBe(401);
  const mailed = () => /^(\d{6})$/m.exec(api.mails.findLast(({ to }) => to === 'new@example.test')?.mail.text ?? '')?.[1] ?? '';
  await vi.waitFor(() => expect(mailed()).not.toBe(''), { timeout: 30_000 });
  const end = { challenge: address.challenge, code: mailed() };
  expect((await post(users, 'me/email/verify', end, bearer)).status).toBe(401);
  expect((await post(users, 'me/identities/verify', link, bearer)).status).toBe(401);
  expect((await api.call(`${users.path}/me/passkeys`, { bearer })).body.data).toEqual([]);
});

/** An account elsewhere that is about to be linked. */
async function linked(users: Users, bearer: string) {
  const verifier = 'v'.repeat(43);
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))).toString('base64url');
  const start = { provider: 'acme', returnTo, codeChallenge: challenge, currentPassword: password };
  const { url } = (await post(users, 'me/identities', start, bearer)).body;
  const person = new URLSearchParams({ sub: 'p-9' });
  const there = await fetch(url.replace(issuer, provider.url), { method: 'POST', body: person, redirect: 'manual' });
  const back = await fetch((there.headers.get('location') ?? '').replace('http://localhost:5000', api.origin), { redirect: 'manual' });
  return { token: new URL(back.headers.get('location') ?? 'none:').hash.replace('#sign-in=', ''), verifier };
}

test('where sign-ins ask for no second factor, no change does', async () => {
  const users = await usersWith();
  const { bearer } = await personWith(users, 'off');
  const change = { signIn: { secondFactor: 'off' as const } };
  await updateStorage(api.services, { caller: admin, path: { projectId: 'p1', storageId: users.id }, change });
  await vi.waitFor(async () => expect((await post(users, 'me/passkeys', { currentPassword: password }, bearer)).status).toBe(200), {
    timeout: 30_000,
  });
});
