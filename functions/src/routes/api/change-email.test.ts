import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { newCode } from '../../domain/app-users/challenges.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let users: Awaited<ReturnType<typeof api.storage>>;
let ahead = 0;

const page = 'https://shop.example.com';
const password = 'a-pass-word-1';
const day = 86_400_000;

beforeAll(async () => {
  api = await startApi({ clock: () => Date.now() + ahead });
  users = await api.storage('users', {
    endUserAccess: { read: 'own', write: 'own' },
    signIn: { origins: [page], methods: ['password', 'code'], verifyEmail: true },
  });
});
afterAll(() => api.stop());

const call = (path: string, body: object, bearer?: string) => api.call(`${users.path}/${path}`, { body, ...(bearer ? { bearer } : {}) });
const fromPage = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json', 'x-project-id': 'p1', origin: page };
  const answer = await fetch(`${api.origin}${users.path}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as ReturnType<typeof JSON.parse> };
};
const me = async (bearer: string) => (await api.call(`${users.path}/me`, { bearer })).body.data?.email as string | undefined;

/** The code in the last mail to an address whose subject matches. */
async function mailTo(address: string, subject: RegExp): Promise<string> {
  const text = () => api.mails.findLast(({ to, mail }) => to === address && subject.test(mail.subject))?.mail.text ?? '';
  await expect.poll(text).not.toBe('');
  return /^(\d{6}|[\w-]{24})$/m.exec(text())?.[1] ?? '';
}
const subjects = (address: string) => api.mails.filter(({ to }) => to === address).map(({ mail }) => mail.subject);

/** A user who has proved the address. */
async function proved(username: string) {
  const email = `${username}@example.test`;
  const { challenge } = (await fromPage('sign-up', { username, email, password })).body;
  const signedIn = (await fromPage('sign-in/verify', { challenge, code: await mailTo(email, /code/) })).body;
  return { id: signedIn.data.id as string, email, bearer: signedIn.accessToken as string, refreshToken: signedIn.refreshToken as string };
}
async function change(bearer: string, email: string) {
  const { challenge } = (await call('me/email', { email, currentPassword: password }, bearer)).body;
  return { challenge, code: await mailTo(email, /new address/) };
}

test('an address changes by a code that the new one gets, and the old one is told', async () => {
  const { bearer, email } = await proved('ann');
  const asked = await change(bearer, 'ann-2@example.test');
  expect(subjects(email)).toContainEqual(expect.stringMatching(/about to change/));
  expect(await me(bearer)).toBe(email);
  expect((await call('me/email/verify', { ...asked, code: asked.code === '000000' ? '000001' : '000000' }, bearer)).status).toBe(401);
  expect(await call('me/email/verify', asked, bearer)).toMatchObject({ status: 200, body: { data: { email: 'ann-2@example.test' } } });
  expect((await call('me/email/verify', asked, bearer)).status).toBe(401);
  expect(await me(bearer)).toBe('ann-2@example.test');
  // The new address is proved: the password alone signs in.
  expect((await fromPage('sign-in/password', { email: 'ann-2@example.test', password })).body.accessToken).toMatch(/^bpu_/);
});

test('a stolen token changes no address: neither here nor in the record', async () => {
  const { id, bearer, email } = await proved('tom');
  const thief = 'thief@example.test';
  expect(await call('me/email', { email: thief }, bearer)).toMatchObject({
    status: 403,
    body: { error: { details: [{ field: 'currentPassword' }] } },
  });
  expect((await call('me/email', { email: thief, currentPassword: 'wrong' }, bearer)).status).toBe(403);
  for (const body of [{ email: thief }, { email: thief, currentPassword: password }]) {
    expect((await api.call(`${users.path}/me`, { method: 'PATCH', bearer, body })).status).toBe(403);
    expect((await api.call(`${users.path}/dataId/${id}`, { method: 'PUT', bearer, body })).status).toBe(403);
  }
  expect(api.mails.filter(({ to }) => to === thief)).toEqual([]);
  expect(await me(bearer)).toBe(email);
});

test('the way back ends the sessions of a user without a password too, and what was set up since', async () => {
  const email = 'bare@example.test';
  const { challenge } = (await fromPage('sign-up', { username: 'bare', email })).body;
  const begun = (await fromPage('sign-in/verify', { challenge, code: await mailTo(email, /code/) })).body;
  const { accessToken: thief, refreshToken, data } = begun;
  const asked = (await call('me/email', { email: 'bare-thief@example.test' }, thief)).body;
  const proof = { challenge: asked.challenge, code: await mailTo('bare-thief@example.test', /new address/) };
  const account = databaseOf(api.services.store).doc(`storages/${users.id}/accounts/${data.id}`);
  const [early, late] = ['a'.repeat(64), 'b'.repeat(64)];
  const linked = (claim: string, linkedAt: Date) =>
    Promise.all([
      account.set({ identities: { [claim]: { provider: 'acme', email: null, linkedAt } } }, { merge: true }),
      databaseOf(api.services.store).doc(`unique/${claim}`).set({ ref: data.id }),
    ]);
  const [before, after] = [-1000, 1000].map((millis) => new Date(Date.now() + ahead + millis)) as [Date, Date];
  await linked(early, before);
  const app = { secret: 'sealed', since: before, lastStep: 1, recovery: ['r'] };
  expect((await call('me/email/verify', proof, thief)).status).toBe(200);
  await linked(late, after);
  await account.set({ factor: { ...app, passkey: { since: after } } }, { merge: true });
  expect((await fromPage('undo-email', { token: await mailTo(email, /has changed/) })).status).toBe(200);
  await expect.poll(() => me(thief)).toBeUndefined();
  expect((await fromPage('refresh', { refreshToken })).status).toBe(401);
  expect(Object.keys((await account.get()).get('identities'))).toEqual([early]);
  expect((await account.get()).get('factor')).toEqual({ ...app, since: expect.anything() }); // the app was there before
  const claims = await Promise.all([early, late].map((claim) => databaseOf(api.services.store).doc(`unique/${claim}`).get()));
  expect(claims.map(({ exists }) => exists)).toEqual([true, false]);
  expect(api.mails.findLast(({ to }) => to === email)?.mail.text).toMatch(/linked accounts elsewhere/);
});

test('the code of somebody without a password is good for nobody else without one', async () => {
  const bare = async (username: string) => {
    const email = `${username}@example.test`;
    const { challenge } = (await fromPage('sign-up', { username, email })).body;
    return (await fromPage('sign-in/verify', { challenge, code: await mailTo(email, /code/) })).body.accessToken as string;
  };
  const [ida, joe] = [await bare('ida'), await bare('joe')];
  const { challenge } = (await call('me/email', { email: 'ida-2@example.test' }, ida)).body;
  const proof = { challenge, code: await mailTo('ida-2@example.test', /new address/) };
  expect((await call('me/email/verify', proof, joe)).status).toBe(401);
  expect(await me(joe)).toBe('joe@example.test');
});

test('a user without a password changes the address soon after signing in, and not later', async () => {
  const email = 'nopass@example.test';
  const { challenge } = (await fromPage('sign-up', { username: 'nopass', email })).body;
  const { accessToken: bearer } = (await fromPage('sign-in/verify', { challenge, code: await mailTo(email, /code/) })).body;
  expect((await call('me/email', { email: 'nopass-2@example.test' }, bearer)).status).toBe(200);
  ahead += 601_000;
  expect((await call('me/email', { email: 'nopass-3@example.test' }, bearer)).status).toBe(403);
});

test('without a password, a session that does not say when it began is none that began just now', async () => {
  const email = 'noage@example.test';
  const { challenge } = (await fromPage('sign-up', { username: 'noage', email })).body;
  const { accessToken: bearer } = (await fromPage('sign-in/verify', { challenge, code: await mailTo(email, /code/) })).body;
  const { docs } = await databaseOf(api.services.store).collection('appSessions').get();
  await Promise.all(docs.map(({ ref }) => ref.update({ began: null })));
  expect((await call('me/email', { email: 'noage-2@example.test' }, bearer)).status).toBe(403);
});

test('the code is good for the one who asked, and no sign-in', async () => {
  const [eve, bob] = [await proved('eve'), await proved('bob')];
  const asked = await change(eve.bearer, 'eve-2@example.test');
  expect((await call('me/email/verify', asked, bob.bearer)).status).toBe(401);
  const again = await change(eve.bearer, 'eve-3@example.test');
  expect((await fromPage('sign-in/verify', again)).status).toBe(401);
  expect((await call('me/email/verify', again, eve.bearer)).status).toBe(200);
});

test('one’s own address is none of somebody else', async () => {
  const { bearer, email } = await proved('val');
  expect((await call('me/email/verify', await change(bearer, email), bearer)).status).toBe(200);
  expect(await me(bearer)).toBe(email);
});

test('a new password ends a change that is under way', async () => {
  const { id, bearer, email } = await proved('pat');
  const asked = await change(bearer, 'pat-2@example.test');
  await api.call(`${users.path}/dataId/${id}`, { method: 'PUT', body: { password: 'a-pass-word-2' } });
  const { accessToken } = (await fromPage('sign-in/password', { username: 'pat', password: 'a-pass-word-2' })).body;
  expect((await call('me/email/verify', asked, accessToken)).status).toBe(401);
  expect(await me(accessToken)).toBe(email);
});

test('the old address comes back within seven days, without the password and the sessions of whoever changed it', async () => {
  const { bearer, email, refreshToken } = await proved('uma');
  const asked = await change(bearer, 'uma-thief@example.test');
  await call('me/email/verify', asked, bearer);
  const token = await mailTo(email, /has changed/);
  expect((await call('reset-password', { token, password: 'a-pass-word-3' })).status).toBe(404);
  ahead += 7 * day - 700_000;
  const { accessToken: thief } = (await fromPage('sign-in/password', { username: 'uma', password })).body;
  expect((await fromPage('undo-email', { token })).status).toBe(200);
  await expect.poll(() => me(thief)).toBeUndefined();
  expect((await fromPage('refresh', { refreshToken })).status).toBe(401);
  expect((await fromPage('sign-in/password', { username: 'uma', password })).status).toBe(401);
  expect((await fromPage('undo-email', { token })).status).toBe(404);
  await fromPage('forgot-password', { email });
  const reset = await mailTo(email, /new password/);
  expect((await fromPage('reset-password', { token: reset, password: 'a-pass-word-4' })).status).toBe(200);
  expect((await fromPage('sign-in/password', { email, password: 'a-pass-word-4' })).body.data.username).toBe('uma');
});

test('of ways back that are taken at once one is', async () => {
  const { bearer, email } = await proved('quad');
  await call('me/email/verify', await change(bearer, 'quad-2@example.test'), bearer);
  const token = await mailTo(email, /has changed/);
  const answers = await Promise.all(Array.from({ length: 4 }, () => fromPage('undo-email', { token })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
});

test('after seven days it does not come back', async () => {
  const { bearer, email } = await proved('late');
  await call('me/email/verify', await change(bearer, 'late-2@example.test'), bearer);
  const token = await mailTo(email, /has changed/);
  ahead += 7 * day + 1000;
  expect((await fromPage('undo-email', { token })).status).toBe(404);
});

test('the way back of a user who is gone leads nowhere', async () => {
  const { bearer, email } = await proved('gone');
  await call('me/email/verify', await change(bearer, 'gone-2@example.test'), bearer);
  const token = await mailTo(email, /has changed/);
  const { id } = (await api.call(`${users.path}/me`, { bearer })).body.data;
  expect((await api.call(`${users.path}/dataId/${id}`, { method: 'DELETE' })).status).toBe(200);
  expect((await fromPage('undo-email', { token })).status).toBe(404);
});

test('an address that was not proved gets no way back: it may be a stranger’s', async () => {
  const { id } = (await api.call(users.path, { body: { username: 'typo', email: 'stranger@example.test', password } })).body.data;
  const { accessToken } = (await call('authenticate', { username: 'typo', password })).body;
  const bearer = accessToken as string;
  await call('me/email/verify', await change(bearer, 'typo@example.test'), bearer);
  expect((await api.call(`${users.path}/dataId/${id}`)).body.data.email).toBe('typo@example.test');
  expect(subjects('stranger@example.test').filter((subject) => /has changed/.test(subject))).toEqual([]);
});

test('a proved address is nobody else’s; one that was not proved goes to whoever proves it', async () => {
  const [owner, other] = [await proved('owner'), await proved('other')];
  const before = api.mails.length;
  const asked = await call('me/email', { email: 'OWNER@example.test', currentPassword: password }, other.bearer);
  expect(asked).toMatchObject({ status: 200, body: { challenge: expect.any(String), expiresIn: 600 } });
  await mailTo(owner.email, /already signed up/);
  expect(api.mails.slice(before).some(({ mail }) => /new address/.test(mail.subject))).toBe(false);
  // Nobody was told its code; whoever guesses it gets nothing.
  const { challenge } = asked.body as { challenge?: string };
  const { code, codeHash } = newCode(api.services, challenge ?? '');
  await databaseOf(api.services.store).doc(`signInChallenges/${challenge}`).update({ codeHash });
  expect((await call('me/email/verify', { challenge, code }, other.bearer)).status).toBe(401);
  expect(await me(owner.bearer)).toBe(owner.email);

  const squatter = (await api.call(users.path, { body: { username: 'squat', email: 'wanted@example.test', password } })).body.data;
  expect((await call('me/email/verify', await change(other.bearer, 'wanted@example.test'), other.bearer)).status).toBe(200);
  expect((await api.call(`${users.path}/dataId/${squatter.id}`)).body.data.email).toBeNull();
  expect(await me(other.bearer)).toBe('wanted@example.test');
});

test('an address that reads like another user’s is not that user’s: nobody loses theirs by it', async () => {
  const { id } = (await api.call(users.path, { body: { username: 'lang', email: 'lang@straße.example', password } })).body.data;
  const other = await proved('alike');
  const before = api.mails.length;
  const alike = 'lang@strasse.example';
  const asked = await call('me/email', { email: alike, currentPassword: password }, other.bearer);
  expect(asked).toMatchObject({ status: 200, body: { challenge: expect.any(String) } });
  await mailTo(alike, /already signed up/);
  // Nobody was told its code; a guessed one would change nothing.
  const made = await databaseOf(api.services.store).doc(`signInChallenges/${asked.body.challenge}`).get();
  expect(made.get('purpose')).toBe('email');
  expect(made.get('pending')).toBeUndefined();
  expect(api.mails.slice(before).some(({ mail }) => /new address/.test(mail.subject))).toBe(false);
  expect((await api.call(`${users.path}/dataId/${id}`)).body.data.email).toBe('lang@straße.example');
});

test('an address that another has proved meanwhile is taken', async () => {
  const [one, two] = [await proved('first'), await proved('second')];
  const email = 'raced@example.test';
  const asked = await change(one.bearer, email);
  const before = api.mails.length;
  const { challenge } = (await call('me/email', { email, currentPassword: password }, two.bearer)).body;
  await expect.poll(() => api.mails.slice(before).some(({ to }) => to === email)).toBe(true);
  const code = await mailTo(email, /new address/);
  expect(await call('me/email/verify', asked, one.bearer)).toMatchObject({ status: 200 });
  expect((await call('me/email/verify', { challenge, code }, two.bearer)).status).toBe(409);
  expect(await me(two.bearer)).toBe(two.email);
});
