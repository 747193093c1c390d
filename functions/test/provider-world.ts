import { createHash, randomBytes } from 'node:crypto';
import { type RunningProvider, startProvider } from '@bedplate/local-oidc';
import type { SignInInput } from '@bedplate/contract';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { updateStorage } from '../src/domain/storages/storages.ts';
import { type ApiServer, startApi } from './api-server.ts';
import { admin } from './callers.ts';
import { appPage as page, postFromPage } from './from-page.ts';

export const returnTo = `${page}/in`;
export const issuer = 'https://login.example.com';
export const password = 'a-pass-word-1';
export const pat = { sub: 'p-1', email: 'pat@example.test', email_verified: 'true', name: 'Pat' };

interface Users {
  id: string;
  path: string;
}

export interface Person {
  sub: string;
  email?: string;
  email_verified?: string;
  name?: string;
  go?: string;
}

export function pkce() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, codeChallenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The code in the address that the app's page gets. */
export const tokenOf = (to: URL) => /^#sign-in=(.+)$/.exec(to.hash)?.[1] ?? '';

/** An API beside a provider of sign-in, for the tests of a file. `time.ahead` is in milliseconds. */
export function providerWorld() {
  let api: ApiServer;
  let provider: RunningProvider;
  const time = { ahead: 0 };
  const elsewhere = (address: string) => address.replace(issuer, provider.url);

  beforeAll(async () => {
    provider = await startProvider({ port: 0, issuer });
    api = await startApi({ clock: () => Date.now() + time.ahead, fetchOutside: (input, init) => fetch(elsewhere(String(input)), init) });
  });
  afterEach(() => provider.forge({}));
  afterAll(() => Promise.all([api.stop(), provider.stop()]));

  const post = (users: { path: string }, call: string, body: object, bearer?: string) => postFromPage(api, users, call, { body, bearer });
  async function usersWith(signIn: SignInInput = {}) {
    const users = await api.storage('users', { endUserAccess: { read: 'own', write: 'own' } });
    const change = {
      signIn: {
        origins: [page],
        methods: ['password', 'code'],
        returnPages: [returnTo],
        providers: [{ id: 'acme', kind: 'oidc', issuer, clientId: 'shop', clientSecret: 'hush-hush' }],
        ...signIn,
      },
    } satisfies { signIn: SignInInput };
    await updateStorage(api.services, { caller: admin, path: { projectId: 'p1', storageId: users.id }, change });
    // The API hears of the change from its listener.
    const isOn = async () =>
      (await post(users, 'sign-in/provider', { provider: 'nobody', returnTo, codeChallenge: pkce().codeChallenge })).body.error.code;
    await vi.waitFor(async () => expect(await isOn()).toBe('permission-denied'), { timeout: 30_000 });
    return users;
  }
  /** The provider's page, as a browser fills it in. @returns the address that it sends the browser to */
  async function atProvider(url: string, person: Person): Promise<string> {
    const answer = await fetch(elsewhere(url), { method: 'POST', body: new URLSearchParams({ ...person }), redirect: 'manual' });
    return answer.headers.get('location') ?? '';
  }
  /** The browser comes back. @returns where it ends, or the status of a refusal */
  async function comeBack(address: string): Promise<{ status: number; to: URL }> {
    const answer = await fetch(address.replace('http://localhost:5000', api.origin), { redirect: 'manual' });
    return { status: answer.status, to: new URL(answer.headers.get('location') ?? 'none:') };
  }
  /** All the way up to the app's page. */
  async function through(users: Users, person: Person) {
    const { verifier, codeChallenge } = pkce();
    const { url } = (await post(users, 'sign-in/provider', { provider: 'acme', returnTo, codeChallenge })).body;
    const { to } = await comeBack(await atProvider(url, person));
    return { to, token: tokenOf(to), verifier };
  }
  async function signIn(users: Users, person: Person) {
    const { token, verifier } = await through(users, person);
    return post(users, 'sign-in/verify', { token, verifier });
  }

  /** Links an account elsewhere to the user of an access token. */
  async function link(users: Users, bearer: string, person: Person, ending = bearer) {
    const { verifier, codeChallenge } = pkce();
    const begun = await post(users, 'me/identities', { provider: 'acme', returnTo, codeChallenge, currentPassword: password }, bearer);
    const token = tokenOf((await comeBack(await atProvider(begun.body.url, person))).to);
    return { token, verifier, ended: await post(users, 'me/identities/verify', { token, verifier }, ending) };
  }
  /** @returns the answer, with the user as `data` and an `accessToken` */
  const register = async (users: Users, username: string) =>
    (await post(users, 'sign-up', { username, email: `${username}@example.test`, password })).body;

  return {
    time,
    get api() {
      return api;
    },
    get provider() {
      return provider;
    },
    usersWith,
    post,
    atProvider,
    comeBack,
    through,
    signIn,
    link,
    register,
  };
}
