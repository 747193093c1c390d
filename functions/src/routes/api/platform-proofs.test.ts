import { createHash, randomBytes } from 'node:crypto';
import { type RunningProvider, startProvider } from '@bedplate/local-oidc';
import { type PlatformSettings, type SignInInput, usualSettings } from '@bedplate/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { appPage as page, postFromPage } from '../../../test/from-page.ts';
import { updateStorage } from '../../domain/storages/storages.ts';

/** A proof signs in, which goes on while writes are off; one that would make or take a user does not. */
let api: ApiServer;
let provider: RunningProvider;
let settings: PlatformSettings;

const returnTo = `${page}/in`;
const issuer = 'https://login.example.com';
const password = 'a-pass-word-1';
const elsewhere = (address: string) => address.replace(issuer, provider.url);
const refused = { status: 503, body: { error: { code: 'feature-off' } } };

beforeAll(async () => {
  provider = await startProvider({ port: 0, issuer });
  api = await startApi({ fetchOutside: (input, init) => fetch(elsewhere(String(input)), init) });
  Object.assign(api.services.platform, { settings: async () => settings });
});
beforeEach(() => {
  settings = usualSettings;
});
afterAll(() => Promise.all([api.stop(), provider.stop()]));

const writesAre = (isOn: boolean) => {
  settings = { ...usualSettings, switches: { ...usualSettings.switches, dataApiWrites: isOn } };
};

async function usersWith(signIn: SignInInput = {}) {
  const users = await api.storage('users', { endUserAccess: { read: 'own', write: 'own' } });
  const providers = [{ id: 'acme', kind: 'oidc' as const, issuer, clientId: 'shop', clientSecret: 'hush-hush' }];
  const change = { signIn: { origins: [page], methods: ['password', 'code'], returnPages: [returnTo], providers, ...signIn } } satisfies {
    signIn: SignInInput;
  };
  await updateStorage(api.services, { caller: admin, path: { projectId: 'p1', storageId: users.id }, change });
  // The API hears of the change from its listener.
  const start = () => post(users, 'sign-in/provider', { provider: 'nobody', returnTo, codeChallenge: 'x'.repeat(43) });
  await vi.waitFor(async () => expect((await start()).body.error.code).toBe('permission-denied'), { timeout: 30_000 });
  return users;
}
type Users = Awaited<ReturnType<typeof usersWith>>;
const post = (users: { path: string }, call: string, body: object) => postFromPage(api, users, call, { body });
const count = async ({ path }: Users) => (await api.call(`${path}/count`)).body.data.count as number;

async function codeTo(address: string): Promise<string> {
  const text = () => api.mails.findLast(({ to }) => to === address)?.mail.text ?? '';
  await vi.waitFor(() => expect(text()).toMatch(/^\d{6}$/m), { timeout: 30_000 });
  return /^(\d{6})$/m.exec(text())?.[1] ?? '';
}

test('while writes are off no proof of an address makes a user, and the code is good afterwards', async () => {
  const users = await usersWith({ verifyEmail: true });
  const { challenge } = (await post(users, 'sign-up', { username: 'nina', email: 'nina@example.test', password })).body;
  const code = await codeTo('nina@example.test');
  writesAre(false);
  expect(await post(users, 'sign-in/verify', { challenge, code })).toMatchObject(refused);
  expect(await count(users)).toBe(0);
  writesAre(true);
  expect((await post(users, 'sign-in/verify', { challenge, code })).status).toBe(200);
});

test('while writes are off no proof of an address takes a user over', async () => {
  const users = await usersWith();
  await api.call(users.path, { body: { username: 'otto', email: 'otto@example.test', password } });
  const { challenge } = (await post(users, 'sign-in/code', { email: 'otto@example.test' })).body;
  const code = await codeTo('otto@example.test');
  writesAre(false);
  expect(await post(users, 'sign-in/verify', { challenge, code })).toMatchObject(refused);
  expect((await post(users, 'sign-in/password', { username: 'otto', password })).status).toBe(200);
});

test('while writes are off a sign-in elsewhere makes no user', async () => {
  const users = await usersWith();
  const verifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
  const { url } = (await post(users, 'sign-in/provider', { provider: 'acme', returnTo, codeChallenge })).body;
  const body = new URLSearchParams({ sub: 'p-1', email: 'pat@example.test', email_verified: 'true' });
  const back = (await fetch(elsewhere(url), { method: 'POST', body, redirect: 'manual' })).headers.get('location') ?? '';
  const to = (await fetch(back.replace('http://localhost:5000', api.origin), { redirect: 'manual' })).headers.get('location') ?? '';
  writesAre(false);
  expect(await post(users, 'sign-in/verify', { token: /#sign-in=(.+)$/.exec(to)?.[1], verifier })).toMatchObject(refused);
  expect(await count(users)).toBe(0);
});
