import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { appPage as page, postFromPage } from '../../../test/from-page.ts';
import { leavingAtEachStep } from '../../../test/leaving.ts';
import { softPasskey } from '../../../test/soft-passkey.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let users: Awaited<ReturnType<typeof api.storage>>;
const password = 'a-pass-word-1';

beforeAll(async () => {
  api = await startApi();
  users = await api.storage('users', {
    endUserAccess: { read: 'own', write: 'own' },
    signIn: { origins: [page], methods: ['password', 'code', 'passkey', 'anonymous'], teams: true, secondFactor: 'optional' },
  });
});
afterAll(() => api.stop());

const post = (call: string, body: object = {}, bearer?: string) => postFromPage(api, users, call, { body, bearer });
const email = (name: string) => `${name}@example.test`;
async function signedUp(username: string) {
  const { accessToken, data } = (await post('sign-up', { username, email: email(username), password })).body;
  return { id: data.id as string, bearer: accessToken as string };
}
/** @returns the line of the last mail to an address that fits */
async function mailed(to: string, pattern: RegExp): Promise<string> {
  const found = () => api.mails.flatMap((mail) => (mail.to === to ? (pattern.exec(mail.mail.text)?.[0] ?? []) : [])).at(-1);
  await vi.waitFor(() => expect(found()).toBeTruthy(), { timeout: 30_000 });
  return found() ?? '';
}

interface Begun {
  readonly id: string;
  /** The last call of the flow. */
  readonly end: () => Promise<unknown>;
}

/** Flows of one user up to their last call. */
const flows: Record<string, (name: string) => Promise<Begun>> = {
  async 'a passkey'(name) {
    const { id, bearer } = await signedUp(name);
    const { challenge, passkey } = (await post('me/passkeys', { currentPassword: password }, bearer)).body;
    const made = softPasskey().make({ origin: page, domain: 'shop.example.com' }, passkey.challenge);
    return { id, end: () => post('me/passkeys/verify', { challenge, passkey: made }, bearer) };
  },
  async 'a second factor'(name) {
    const { id, bearer } = await signedUp(name);
    const { challenge, setUp } = (await post('me/second-factor', { currentPassword: password }, bearer)).body;
    const proof = { challenge, code: new TOTP({ secret: Secret.fromBase32(setUp.secret) }).generate() };
    return { id, end: () => post('me/second-factor/verify', proof, bearer) };
  },
  async 'a name for an anonymous user'(name) {
    const { accessToken, data } = (await post('sign-in/anonymous')).body;
    return { id: data.id, end: () => post('me/sign-up', { username: name, email: email(name), password }, accessToken) };
  },
  async 'a team of one’s own'(name) {
    const { id, bearer } = await signedUp(name);
    return { id, end: () => post('teams', { name: 'Crew' }, bearer) };
  },
  async 'a team that one was invited to'(name) {
    const owner = await signedUp(`${name}-owner`);
    const { id, bearer } = await signedUp(name);
    const team = (await post('teams', { name: 'Crew' }, owner.bearer)).body.data.id;
    await post(`teams/${team}/invitations`, { email: email(name), currentPassword: password }, owner.bearer);
    const token = await mailed(email(name), /^[\w-]+\.[0-9a-f]{64}\.[\w-]{43}$/m);
    return { id, end: () => post('teams/join', { token }, bearer) };
  },
  async 'a new password'(name) {
    const { id, bearer } = await signedUp(name);
    return { id, end: () => post('change-password', { password: 'a-pass-word-2', currentPassword: password }, bearer) };
  },
};

/** The documents that name the user, after the user is gone for good. */
async function leftOf(id: string) {
  const database = databaseOf(api.services.store);
  const below = database.doc(`storages/${users.id}`);
  const [record, secret, account, teams, claims] = await Promise.all([
    below.collection('records').doc(id).get(),
    below.collection('private').doc(id).get(),
    below.collection('accounts').doc(id).get(),
    below.collection('teams').get(),
    database.collection('unique').get(), // nobody asks it by whom it names, so no index is there
  ]);
  return {
    record: record.data(),
    secret: secret.exists,
    account: account.data(),
    teams: teams.docs.filter((team) => Object.hasOwn((team.data().members as object | undefined) ?? {}, id)).length,
    claims: claims.docs.filter((claim) => claim.data().ref === id).length,
  };
}

test.each(Object.entries(flows))(
  'who is deleted for good while the user gets %s leaves nothing behind, at whichever step',
  async (flow, begin) => {
    let people = 0;
    const prefix = `p${Object.keys(flows).indexOf(flow)}`;
    const steps = await leavingAtEachStep(api.services.store, async () => {
      const { id, end } = await begin(`${prefix}-${(people += 1)}`);
      return {
        leave: () => api.call(`${users.path}/dataId/${id}?permanent=true`, { method: 'DELETE' }),
        run: end,
        check: async (step) => {
          const nothing = { record: undefined, secret: false, account: undefined, teams: 0, claims: 0 };
          expect({ step, ...(await leftOf(id)) }).toEqual({ step, ...nothing });
        },
      };
    });
    expect(steps).toBeGreaterThan(1);
  },
);

/** Ways in of one user up to their last call. */
const signIns: Record<string, (name: string) => Promise<{ id: string; end: () => ReturnType<typeof post> }>> = {
  async 'a password'(name) {
    const { id } = await signedUp(name);
    return { id, end: () => post('sign-in/password', { username: name, password }) };
  },
  async 'a second factor'(name) {
    const { id, bearer } = await signedUp(name);
    const begun = (await post('me/second-factor', { currentPassword: password }, bearer)).body;
    const code = new TOTP({ secret: Secret.fromBase32(begun.setUp.secret) }).generate();
    const { recoveryCodes } = (await post('me/second-factor/verify', { challenge: begun.challenge, code }, bearer)).body;
    const { challenge } = (await post('sign-in/password', { username: name, password })).body;
    return { id, end: () => post('sign-in/verify', { challenge, code: recoveryCodes[0] }) };
  },
  async 'a passkey'(name) {
    const { id, bearer } = await signedUp(name);
    const { challenge, passkey } = (await post('me/passkeys', { currentPassword: password }, bearer)).body;
    const [key, place] = [softPasskey(), { origin: page, domain: 'shop.example.com' }];
    await post('me/passkeys/verify', { challenge, passkey: key.make(place, passkey.challenge) }, bearer);
    const asked = (await post('sign-in/passkey')).body;
    const signed = key.sign(place, asked.passkey.challenge, { userHandle: passkey.user.id });
    return { id, end: () => post('sign-in/verify', { challenge: asked.challenge, passkey: signed }) };
  },
  async 'a refresh token'(name) {
    const { refreshToken, data } = (await post('sign-up', { username: name, email: email(name), password })).body;
    return { id: data.id, end: () => post('refresh', { refreshToken }) };
  },
};

test.each(Object.entries(signIns))('who is deleted while signing in by %s gets no way in, at whichever step', async (way, begin) => {
  let people = 0;
  const prefix = `s${Object.keys(signIns).indexOf(way)}`;
  let answer: Awaited<ReturnType<typeof post>> | undefined;
  const steps = await leavingAtEachStep(api.services.store, async () => {
    const { id, end } = await begin(`${prefix}-${(people += 1)}`);
    return {
      leave: () => api.call(`${users.path}/dataId/${id}`, { method: 'DELETE' }),
      run: async () => (answer = await end()),
      check: async (step) => {
        const { accessToken: bearer = 'none' } = answer?.body ?? {};
        const opened = await api.call(`${users.path}/me`, { bearer });
        expect([step, answer?.status, opened.status]).toEqual([step, expect.toBeOneOf([200, 401]), 401]);
      },
    };
  });
  expect([steps > 1, answer?.status]).toEqual([true, 200]);
});
