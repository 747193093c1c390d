import { expect, vi } from 'vitest';
import type { SignInInput } from '@bedplate/contract';
import type { ApiServer } from './api-server.ts';
import { appPage as origin, postFromPage } from './from-page.ts';
import { softPasskey } from './soft-passkey.ts';

/** Both are of one domain, so their passkeys are the same. */
export const factorPages = {
  first: { origin, domain: 'shop.example.com' },
  second: { origin: 'https://shop.example.com:8443', domain: 'shop.example.com' },
};
export const factorPassword = 'a-pass-word-1';

/** People of users storages in which a second factor may be set. @param api the server, which a test starts later */
export function factorUsers(api: () => ApiServer) {
  const usersWith = (signIn: SignInInput = {}) =>
    api().storage('users', {
      endUserAccess: { read: 'own', write: 'own' },
      signIn: {
        origins: [origin, factorPages.second.origin],
        methods: ['password', 'code'],
        secondFactor: 'optional',
        secondFactorWays: ['totp', 'passkey', 'mail'],
        ...signIn,
      },
    });
  type Users = Awaited<ReturnType<typeof usersWith>>;
  const post = (users: Users, call: string, body: object, bearer?: string, from?: string) =>
    postFromPage(api(), users, call, { body, bearer, origin: from });
  const addressOf = (username: string) => `${username}@example.test`;
  const signUp = async (users: Users, username: string) =>
    (await post(users, 'sign-up', { username, email: addressOf(username), password: factorPassword })).body;
  const byPassword = async (users: Users, username: string, given = factorPassword) =>
    (await post(users, 'sign-in/password', { username, password: given })).body;
  const codesTo = (address: string) =>
    api().mails.flatMap(({ to, mail }) => (to === address ? (/^(\d{6})$/m.exec(mail.text)?.[1] ?? []) : []));
  /** Sends a call that mails a code, and waits for the code. */
  async function mailed(address: string, send: () => ReturnType<typeof post>) {
    const before = codesTo(address).length;
    const { status, body } = await send();
    expect([status, body.message]).toEqual([200, expect.any(String)]);
    await vi.waitFor(() => expect(codesTo(address).length).toBeGreaterThan(before), { timeout: 30_000 });
    return { challenge: body.challenge as string, code: codesTo(address).at(-1) ?? '' };
  }
  const choose = (users: Users, challenge: string, way: string) => post(users, 'sign-in/second-factor', { challenge, way });

  async function withMail(users: Users, username: string) {
    const { accessToken } = await signUp(users, username);
    const set = { way: 'mail', currentPassword: factorPassword };
    const proof = await mailed(addressOf(username), () => post(users, 'me/second-factor', set, accessToken));
    const { recoveryCodes } = (await post(users, 'me/second-factor/verify', proof, accessToken)).body;
    expect(recoveryCodes).toHaveLength(10);
    return { bearer: accessToken as string, recovery: recoveryCodes as string[] };
  }

  async function withPasskey(users: Users, username: string) {
    const { accessToken } = await signUp(users, username);
    const begun = (await post(users, 'me/second-factor', { way: 'passkey', currentPassword: factorPassword }, accessToken)).body;
    const key = softPasskey();
    const passkey = key.make(factorPages.first, begun.newPasskey.challenge);
    const done = await post(users, 'me/second-factor/verify', { challenge: begun.challenge, passkey }, accessToken);
    expect(done).toMatchObject({ status: 200, body: { recoveryCodes: expect.any(Array) } });
    const userHandle: string = begun.newPasskey.user.id;
    return { bearer: accessToken as string, key, userHandle, recovery: done.body.recoveryCodes as string[] };
  }

  return { usersWith, post, addressOf, signUp, byPassword, codesTo, mailed, choose, withMail, withPasskey };
}
