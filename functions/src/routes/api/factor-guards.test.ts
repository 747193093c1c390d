import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { factorPages, factorPassword as password, factorUsers } from '../../../test/factor-users.ts';
import { softPasskey } from '../../../test/soft-passkey.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let now = Date.now();
const { first: page, second: secondPage } = factorPages;
const wrong = { status: 401, body: { error: { code: 'unauthenticated' } } };

beforeAll(async () => {
  api = await startApi({ clock: () => now });
});
afterAll(() => api.stop());

const { usersWith, post, addressOf, signUp, byPassword, codesTo, mailed, choose, withMail, withPasskey } = factorUsers(() => api);
type Users = Awaited<ReturnType<typeof usersWith>>;
/** Adds an authenticator app to a factor. @returns its secret */
async function addApp(users: Users, bearer: string, answer: object): Promise<string> {
  const begun = (await post(users, 'me/second-factor', { way: 'totp', currentPassword: password, ...answer }, bearer)).body;
  const done = await post(users, 'me/second-factor/verify', { challenge: begun.challenge, code: appCode(begun.setUp.secret) }, bearer);
  expect(done.status).toBe(200);
  now += 60_000; // the code of the set-up is behind
  return begun.setUp.secret;
}
const appCode = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
/** A user whose only first factor is the mail, signed in a moment ago. */
async function withoutPassword(users: Users, username: string) {
  const signUp = await mailed(addressOf(username), () => post(users, 'sign-up', { username, email: addressOf(username) }));
  const { accessToken, data } = (await post(users, 'sign-in/verify', signUp)).body;
  return { id: data.id as string, bearer: accessToken as string };
}

// First, as the clock of sessions does not run ahead with the other one.
test('a question to another user without a password is none for this one', async () => {
  const users = await usersWith();
  const [ida, jon] = [await withoutPassword(users, 'ida'), await withoutPassword(users, 'jon')];
  const device = softPasskey();
  const begun = (await post(users, 'me/second-factor', { way: 'passkey' }, ida.bearer)).body;
  const made = { challenge: begun.challenge, passkey: device.make(page, begun.newPasskey.challenge) };
  expect((await post(users, 'me/second-factor/verify', made, ida.bearer)).status).toBe(200);
  const secret = await addApp(users, jon.bearer, { currentPassword: undefined });
  const { challenge } = (await post(users, 'me/second-factor/ask', { way: 'passkey' }, ida.bearer)).body;
  expect(await post(users, 'me/second-factor/remove', { challenge, code: appCode(secret) }, jon.bearer)).toMatchObject(wrong);
  expect((await post(users, 'me/second-factor/remove', { code: appCode(secret) }, jon.bearer)).status).toBe(200);
});

test('no way is chosen after another password, nor for a set-up that another sign-in has ended', async () => {
  const users = await usersWith({ secondFactor: 'required', secondFactorWays: ['mail', 'passkey'] });
  const [first, second] = [await signUp(users, 'ann'), await byPassword(users, 'ann')];
  const proof = await mailed(addressOf('ann'), () => choose(users, second.challenge, 'mail'));
  const { data, accessToken } = (await post(users, 'sign-in/verify', proof)).body;
  expect(accessToken).toMatch(/^bpu_/);
  for (const way of ['mail', 'passkey']) expect(await choose(users, first.challenge, way)).toMatchObject(wrong);
  const { challenge } = await byPassword(users, 'ann');
  await api.call(`${users.path}/dataId/${data.id}`, { method: 'PUT', body: { password: 'a-pass-word-2' } });
  const before = codesTo(addressOf('ann')).length;
  expect(await choose(users, challenge, 'mail')).toMatchObject(wrong);
  expect(codesTo(addressOf('ann'))).toHaveLength(before);
});

test('an address gets five mailed codes of a second factor within an hour', async () => {
  const users = await usersWith();
  await withMail(users, 'bea'); // the first one
  const { challenge } = await byPassword(users, 'bea');
  for (let i = 0; i < 4; i += 1) expect((await choose(users, challenge, 'mail')).status).toBe(200);
  expect((await choose(users, challenge, 'mail')).status).toBe(429);
});

test('a mailed code of a way that was taken away meanwhile proves nothing', async () => {
  const users = await usersWith();
  const { bearer, recovery } = await withMail(users, 'cat');
  const secret = await addApp(users, bearer, { code: recovery[0] });
  const { challenge } = await byPassword(users, 'cat');
  const proof = await mailed(addressOf('cat'), () => choose(users, challenge, 'mail'));
  const away = { way: 'mail', code: appCode(secret), currentPassword: password };
  expect((await post(users, 'me/second-factor/remove', away, bearer)).status).toBe(200);
  expect(await post(users, 'sign-in/verify', proof)).toMatchObject(wrong);
  now += 60_000;
  expect((await post(users, 'sign-in/verify', { challenge, code: appCode(secret) })).status).toBe(200);
});

test('a signature for a way that was taken away meanwhile proves nothing either', async () => {
  const users = await usersWith();
  const { bearer, key, userHandle, recovery } = await withPasskey(users, 'cas');
  const secret = await addApp(users, bearer, { code: recovery[0] });
  const { challenge } = await byPassword(users, 'cas');
  const { passkey } = (await choose(users, challenge, 'passkey')).body;
  const away = { way: 'passkey', code: appCode(secret), currentPassword: password };
  expect((await post(users, 'me/second-factor/remove', away, bearer)).status).toBe(200);
  const signed = key.sign(page, passkey.challenge, { userHandle });
  expect(await post(users, 'sign-in/verify', { challenge, passkey: signed })).toMatchObject(wrong);
  expect((await api.call(`${users.path}/me/passkeys`, { bearer })).body.data).toHaveLength(1); // it stays, as a way in
});

test('a passkey answers the page that has asked, and not another one of the same domain', async () => {
  const users = await usersWith();
  const { key, userHandle } = await withPasskey(users, 'dan');
  const { challenge } = await byPassword(users, 'dan');
  const { passkey } = (await choose(users, challenge, 'passkey')).body;
  const signed = key.sign(secondPage, passkey.challenge, { userHandle });
  expect(await post(users, 'sign-in/verify', { challenge, passkey: signed }, undefined, secondPage.origin)).toMatchObject(wrong);
  const right = key.sign(page, passkey.challenge, { userHandle });
  expect((await post(users, 'sign-in/verify', { challenge, passkey: right })).status).toBe(200);
});

test('a passkey that the user has for another domain is not made a second time', async () => {
  const other = { origin: 'https://other.example.org', domain: 'other.example.org' };
  const users = await usersWith({ origins: [page.origin, other.origin] });
  const { accessToken } = await signUp(users, 'ed');
  const begun = (await post(users, 'me/passkeys', { currentPassword: password }, accessToken, other.origin)).body;
  const key = softPasskey();
  const made = { challenge: begun.challenge, passkey: key.make(other, begun.passkey.challenge) };
  expect((await post(users, 'me/passkeys/verify', made, accessToken, other.origin)).status).toBe(200);
  const { challenge, newPasskey } = (await post(users, 'me/second-factor', { way: 'passkey', currentPassword: password }, accessToken))
    .body;
  const again = { challenge, passkey: key.make(page, newPasskey.challenge) };
  expect(await post(users, 'me/second-factor/verify', again, accessToken)).toMatchObject(wrong);
  const [kept] = (await api.call(`${users.path}/me/passkeys`, { bearer: accessToken })).body.data;
  expect(kept.domain).toBe(other.domain);
});

test('who has no passkey for a page is told so, and who has twenty makes no other one', async () => {
  const users = await usersWith({ origins: [page.origin, 'https://other.example.org'] });
  await withPasskey(users, 'eve');
  const { challenge } = await byPassword(users, 'eve');
  const elsewhere = await post(users, 'sign-in/second-factor', { challenge, way: 'passkey' }, undefined, 'https://other.example.org');
  expect(elsewhere).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  const { data, accessToken } = await signUp(users, 'fay');
  const one = {
    key: '',
    domain: 'elsewhere.test',
    counter: 0,
    isSynced: false,
    transports: [],
    name: '',
    createdAt: new Date(),
    lastUsedAt: new Date(),
  };
  const passkeys = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`p${i}`, one]));
  await databaseOf(api.services.store).doc(`storages/${users.id}/accounts/${data.id}`).set({ passkeys }, { merge: true });
  const set = { way: 'passkey', currentPassword: password };
  expect((await post(users, 'me/second-factor', set, accessToken)).status).toBe(409);
});

test('an answer for a change counts for the way, the user and the password that were asked for, five times and once', async () => {
  const users = await usersWith();
  const { bearer, recovery } = await withMail(users, 'gil');
  const ask = (way: string, who = bearer) => post(users, 'me/second-factor/ask', { way }, who);
  expect((await ask('passkey')).status).toBe(403);
  const remove = (proof: object, who = bearer) => post(users, 'me/second-factor/remove', { currentPassword: password, ...proof }, who);
  const guessed = await mailed(addressOf('gil'), () => ask('mail'));
  const bad = guessed.code === '000000' ? '000001' : '000000';
  for (let i = 0; i < 5; i += 1) expect((await remove({ challenge: guessed.challenge, code: bad })).status).toBe(401);
  expect((await remove(guessed)).status).toBe(429);
  now += 3_600_000;
  const fresh = (await post(users, 'sign-in/verify', { challenge: (await byPassword(users, 'gil')).challenge, code: recovery[0] })).body;
  const old = await mailed(addressOf('gil'), () => ask('mail', fresh.accessToken));
  const next = { password: 'a-pass-word-2', currentPassword: password, code: recovery[1] };
  const changed = await post(users, 'change-password', next, fresh.accessToken);
  expect(changed.status).toBe(200);
  expect(await remove({ ...old, currentPassword: 'a-pass-word-2' }, changed.body.accessToken)).toMatchObject(wrong);
});

test('a signature alone is the answer of a second factor for a change', async () => {
  const users = await usersWith();
  const { bearer, key, userHandle } = await withPasskey(users, 'ivy');
  const change = { email: 'ivy-new@example.test', currentPassword: password };
  expect((await post(users, 'me/email', change, bearer)).status).toBe(403);
  const { challenge, passkey } = (await post(users, 'me/second-factor/ask', { way: 'passkey' }, bearer)).body;
  const signed = key.sign(page, passkey.challenge, { userHandle });
  expect((await post(users, 'me/email', { ...change, challenge, passkey: signed }, bearer)).status).toBe(200);
});

test('of answers by one mailed code that come at once one counts', async () => {
  const users = await usersWith();
  const { bearer } = await withMail(users, 'hal');
  const proof = await mailed(addressOf('hal'), () => post(users, 'me/second-factor/ask', { way: 'mail' }, bearer));
  const renew = () => post(users, 'me/second-factor/recovery-codes', { ...proof, currentPassword: password }, bearer);
  const answers = await Promise.all([renew(), renew(), renew(), renew()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
});
