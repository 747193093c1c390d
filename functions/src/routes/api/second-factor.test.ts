import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { GrantTerm, StoredSignIn, ValueType } from '@bedplate/contract';
import { startApi } from '../../../test/api-server.ts';
import { appPage as page, postFromPage } from '../../../test/from-page.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { namedKey } from '../../../test/named-key.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let now = Date.now();

const password = 'a-pass-word-1';
const stepMillis = 30_000;

beforeAll(async () => {
  api = await startApi({ clock: () => now });
});
afterAll(() => api.stop());

const usersWith = (signIn: StoredSignIn = {}) =>
  api.storage('users', {
    endUserAccess: { read: 'own', write: 'own' },
    signIn: { origins: [page], methods: ['password', 'code', 'anonymous'], secondFactor: 'optional', ...signIn },
  });
type Users = Awaited<ReturnType<typeof usersWith>>;
const post = (users: Users, call: string, body: object, bearer?: string) => postFromPage(api, users, call, { body, bearer });
const person = (username: string) => ({ username, email: `${username}@example.test`, password });
/** The code that an authenticator app shows, so many half minutes from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * stepMillis });
const wrongCode = (secret: string) =>
  ['000000', '111111', '222222', '333333'].find((code) => ![-2, -1, 0, 1, 2].map((s) => codeOf(secret, s)).includes(code)) ?? '';
const wrong = { status: 401, body: { error: { code: 'unauthenticated' } } };
const byPassword = async (users: Users, username: string) => (await post(users, 'sign-in/password', { username, password })).body;

/** Of the mails about the second factor, without the app's name. */
const toldTo = (username: string) =>
  api.mails.flatMap(({ to, mail }) =>
    to === `${username}@example.test` ? (/^(.*(?:factor|codes).*) at /.exec(mail.subject)?.[1] ?? []) : [],
  );

/** The texts of mails about ways in that ended without a word of their user. */
const endedWays = (address: string) =>
  api.mails.flatMap(({ to, mail }) =>
    to === address && mail.subject.startsWith('Ways to sign in') ? [mail.text.replaceAll('\n', ' ')] : [],
  );

/** A user with a second factor. The clock has gone on, so that the code of the set-up is behind it. */
async function withFactor(users: Users, username: string) {
  const { accessToken } = (await post(users, 'sign-up', person(username))).body;
  const { challenge, setUp } = (await post(users, 'me/second-factor', { currentPassword: password }, accessToken)).body;
  const done = await post(users, 'me/second-factor/verify', { challenge, code: codeOf(setUp.secret) }, accessToken);
  now += 2 * stepMillis;
  return {
    bearer: accessToken as string,
    secret: setUp.secret as string,
    uri: setUp.uri as string,
    recovery: done.body.recoveryCodes as string[],
  };
}

test('a second factor is asked for from its first code on, and its code signs in', async () => {
  const users = await usersWith();
  const { accessToken } = (await post(users, 'sign-up', person('ann'))).body;
  const started = await post(users, 'me/second-factor', { currentPassword: password }, accessToken);
  expect(started.body).toMatchObject({ factor: 'totp', setUp: { uri: expect.stringMatching(/^otpauth:\/\/totp\/.*ann\?/) } });
  // Not yet proved: nobody is locked out by a code that was never read.
  expect((await byPassword(users, 'ann')).accessToken).toMatch(/^bpu_/);
  const { challenge, setUp } = started.body;
  const first = codeOf(setUp.secret);
  const { recoveryCodes } = (await post(users, 'me/second-factor/verify', { challenge, code: first }, accessToken)).body;
  expect(new Set(recoveryCodes).size).toBe(10);
  expect((await api.call(`${users.path}/me/second-factor`, { bearer: accessToken })).body.data).toEqual({
    isOn: true,
    ways: ['totp'],
    recoveryCodes: 10,
  });

  const asked = await byPassword(users, 'ann');
  expect(asked).toMatchObject({ factor: 'totp', challenge: expect.any(String) });
  expect(asked.accessToken ?? asked.data ?? asked.setUp).toBeUndefined();
  // The code of the set-up is used up.
  expect(await post(users, 'sign-in/verify', { challenge: asked.challenge, code: first })).toMatchObject(wrong);
  now += stepMillis;
  const done = await post(users, 'sign-in/verify', { challenge: asked.challenge, code: codeOf(setUp.secret) });
  expect(done).toMatchObject({ status: 200, body: { data: { username: 'ann' }, accessToken: expect.stringMatching(/^bpu_/) } });
  expect(done.body.recoveryCodes).toBeUndefined();
  const stored = await databaseOf(api.services.store).collection(`storages/${users.id}/accounts`).get();
  expect(JSON.stringify(stored.docs.map((each) => each.data()))).not.toMatch(new RegExp([setUp.secret, ...recoveryCodes].join('|')));
});

test('a code signs in once, also when two sign-ins send it at the same moment', async () => {
  const users = await usersWith();
  const { secret } = await withFactor(users, 'twice');
  const asked = await Promise.all([byPassword(users, 'twice'), byPassword(users, 'twice')]);
  const code = codeOf(secret);
  const answers = await Promise.all(asked.map(({ challenge }) => post(users, 'sign-in/verify', { challenge, code })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('a code counts half a minute early and late, and no longer', async () => {
  const users = await usersWith();
  const { secret } = await withFactor(users, 'clock');
  for (const [steps, status] of [
    [-2, 401],
    [2, 401],
    [-1, 200],
    [1, 200],
    [0, 401],
  ] as const) {
    const { challenge } = await byPassword(users, 'clock');
    expect([steps, (await post(users, 'sign-in/verify', { challenge, code: codeOf(secret, steps) })).status]).toEqual([steps, status]);
  }
});

test('a recovery code works once, however it is typed', async () => {
  const users = await usersWith();
  const { recovery, bearer } = await withFactor(users, 'lost');
  const typed = (recovery[0] ?? '').toUpperCase().replaceAll('-', ' ');
  for (const status of [200, 401]) {
    const { challenge } = await byPassword(users, 'lost');
    expect((await post(users, 'sign-in/verify', { challenge, code: typed })).status).toBe(status);
  }
  expect((await api.call(`${users.path}/me/second-factor`, { bearer })).body.data.recoveryCodes).toBe(9);
});

test('a sign-in takes five codes, and a user ten wrong ones in an hour over all sign-ins; the right one does not help then', async () => {
  const users = await usersWith();
  const { secret, recovery } = await withFactor(users, 'guess');
  const guess = async (challenge: string, code: string) => (await post(users, 'sign-in/verify', { challenge, code })).status;
  const { challenge } = await byPassword(users, 'guess');
  const crowd = await Promise.all(Array.from({ length: 30 }, () => guess(challenge, wrongCode(secret))));
  expect(crowd.filter((status) => status === 401)).toHaveLength(5);
  expect(await guess(challenge, codeOf(secret))).toBe(429);
  const second = (await byPassword(users, 'guess')).challenge;
  for (let i = 0; i < 5; i += 1) expect(await guess(second, i % 2 ? 'aaaaaa-bbbbbb' : wrongCode(secret))).toBe(401);
  const third = (await byPassword(users, 'guess')).challenge;
  expect([await guess(third, codeOf(secret)), await guess(third, recovery[0] ?? '')]).toEqual([429, 429]);
});

test('a mailed code is a first factor and no second one, and a reset by mail keeps the second factor of a proved address', async () => {
  const users = await usersWith();
  const { secret, bearer, recovery } = await withFactor(users, 'mail');
  const change = { email: 'mail@example.test', currentPassword: password, code: recovery[0] };
  const proof = (await post(users, 'me/email', change, bearer)).body;
  const mails = () => api.mails.filter(({ to }) => to === 'mail@example.test').map(({ mail }) => mail.text);
  const mailed = () => /^(\d{6})$/m.exec(mails().at(-1) ?? '')?.[1] ?? '';
  await vi.waitFor(() => expect(mailed()).not.toBe(''), { timeout: 30_000 });
  expect((await post(users, 'me/email/verify', { challenge: proof.challenge, code: mailed() }, bearer)).status).toBe(200);
  await post(users, 'forgot-password', { email: 'mail@example.test' });
  const token = () => /^[\w-]{24}$/m.exec(mails().at(-1) ?? '')?.[0] ?? '';
  await vi.waitFor(() => expect(token()).not.toBe(''), { timeout: 30_000 });
  expect((await post(users, 'reset-password', { token: token(), password: 'a-pass-word-2' })).status).toBe(200);
  expect(await post(users, 'sign-in/password', { username: 'mail', password: 'a-pass-word-2' })).toMatchObject({
    body: { factor: 'totp' },
  });

  const { challenge } = (await post(users, 'sign-in/code', { email: 'mail@example.test' })).body;
  await vi.waitFor(() => expect(mailed()).not.toBe(''), { timeout: 30_000 });
  const asked = await post(users, 'sign-in/verify', { challenge, code: mailed() });
  expect(asked.body).toMatchObject({ factor: 'totp' });
  expect(asked.body.accessToken).toBeUndefined();
  expect(await post(users, 'sign-in/verify', { challenge: asked.body.challenge, code: mailed() })).toMatchObject(wrong);
  expect((await post(users, 'sign-in/verify', { challenge: asked.body.challenge, code: codeOf(secret) })).status).toBe(200);
});

test('a reset by mail is a first proof as any other: a second factor that somebody else has set up before does not lock the owner out', async () => {
  const users = await usersWith();
  const { bearer } = await withFactor(users, 'squatted');
  await post(users, 'forgot-password', { email: 'squatted@example.test' });
  const token = () => /^[\w-]{24}$/m.exec(api.mails.findLast(({ to }) => to === 'squatted@example.test')?.mail.text ?? '')?.[0] ?? '';
  await vi.waitFor(() => expect(token()).not.toBe(''), { timeout: 30_000 });
  expect((await post(users, 'reset-password', { token: token(), password: 'a-pass-word-2' })).status).toBe(200);
  expect((await post(users, 'sign-in/password', { username: 'squatted', password: 'a-pass-word-2' })).body.accessToken).toMatch(/^bpu_/);
  await vi.waitFor(async () => expect((await api.call(`${users.path}/me`, { bearer })).status).toBe(401), { timeout: 30_000 });
  expect(endedWays('squatted@example.test')).toEqual([expect.stringMatching(/proved for the first time.*: second factor\./)]);
});

test('the address’s owner, who proves it for the first time, gets the account without a second factor of somebody else', async () => {
  const users = await usersWith();
  const { bearer } = await withFactor(users, 'thief');
  const { challenge } = (await post(users, 'sign-in/code', { email: 'thief@example.test' })).body;
  const mailed = () => /^(\d{6})$/m.exec(api.mails.findLast(({ to }) => to === 'thief@example.test')?.mail.text ?? '')?.[1] ?? '';
  await vi.waitFor(() => expect(mailed()).not.toBe(''), { timeout: 30_000 });
  expect((await post(users, 'sign-in/verify', { challenge, code: mailed() })).body.accessToken).toMatch(/^bpu_/);
  await vi.waitFor(async () => expect((await api.call(`${users.path}/me`, { bearer })).status).toBe(401), { timeout: 30_000 });
  expect(endedWays('thief@example.test')).toEqual([expect.stringMatching(/proved for the first time.*: second factor\./)]);
});

test('the way back to an earlier address ends a second factor that was set up since', async () => {
  const users = await usersWith();
  const mailed = (to: string) => api.mails.findLast((mail) => mail.to === to)?.mail.text ?? '';
  const code = (to: string) => /^(\d{6})$/m.exec(mailed(to))?.[1] ?? '';
  const byMail = async (email: string) => {
    const before = api.mails.length;
    const { challenge } = (await post(users, 'sign-in/code', { email })).body;
    await vi.waitFor(() => expect(api.mails.slice(before).some(({ to }) => to === email)).toBe(true), { timeout: 30_000 });
    return (await post(users, 'sign-in/verify', { challenge, code: code(email) })).body;
  };
  await post(users, 'sign-up', { username: 'back', email: 'back@example.test', password });
  await byMail('back@example.test'); // proved: the password goes
  const { accessToken } = await byMail('back@example.test');
  const { challenge } = (await post(users, 'me/email', { email: 'thief@other.test' }, accessToken)).body;
  await vi.waitFor(() => expect(code('thief@other.test')).not.toBe(''), { timeout: 30_000 });
  expect((await post(users, 'me/email/verify', { challenge, code: code('thief@other.test') }, accessToken)).status).toBe(200);
  const { challenge: begun, setUp } = (await post(users, 'me/second-factor', {}, accessToken)).body;
  await post(users, 'me/second-factor/verify', { challenge: begun, code: codeOf(setUp.secret) }, accessToken);
  const token = () => /^[\w-]{24}$/m.exec(mailed('back@example.test'))?.[0] ?? '';
  await vi.waitFor(() => expect(token()).not.toBe(''), { timeout: 30_000 });
  expect((await post(users, 'undo-email', { token: token() })).status).toBe(200);
  expect(endedWays('back@example.test')).toEqual([expect.stringMatching(/after it was changed.*: second factor\./)]);
  expect((await byMail('back@example.test')).accessToken).toMatch(/^bpu_/);
});

test('required for all: whoever has none sets one up at the sign-in, anonymous users when they take a name', async () => {
  const users = await usersWith({ secondFactor: 'required' });
  const signUp = await post(users, 'sign-up', person('new'));
  expect(signUp).toMatchObject({ status: 200, body: { factor: 'totp', setUp: { secret: expect.any(String) } } });
  const { challenge, setUp } = signUp.body;
  expect(await post(users, 'sign-in/verify', { challenge, code: wrongCode(setUp.secret) })).toMatchObject(wrong);
  const done = await post(users, 'sign-in/verify', { challenge, code: codeOf(setUp.secret) });
  expect(done.body).toMatchObject({ data: { username: 'new' }, recoveryCodes: expect.any(Array), accessToken: expect.any(String) });
  expect(await byPassword(users, 'new')).toMatchObject({ factor: 'totp' });
  expect((await byPassword(users, 'new')).setUp).toBeUndefined();
  expect(toldTo('new')).toEqual(['Your second factor is on']);

  const guest = (await post(users, 'sign-in/anonymous', {})).body;
  expect(guest.accessToken).toMatch(/^bpu_/);
  const named = await post(users, 'me/sign-up', person('named'), guest.accessToken);
  expect(named.body).toMatchObject({ factor: 'totp', setUp: { secret: expect.any(String) } });
});

test('required by a rule as earlier versions stored it: users whose field has the value set one up, the others may', async () => {
  const users = await usersWith({ secondFactor: 'required' });
  const earlier = { secondFactorFor: { field: 'role', values: ['admin', '7', '@now'] } };
  await databaseOf(api.services.store).doc(`storages/${users.id}`).set({ signIn: earlier }, { merge: true });
  expect((await post(users, 'sign-up', person('guest'))).body.accessToken).toMatch(/^bpu_/);
  for (const [username, role] of [
    ['chief', 'admin'],
    ['both', ['member', 'admin']],
    ['seven', 7],
    ['literal', '@now'],
  ] as const) {
    expect((await api.call(users.path, { body: { ...person(username), role } })).status).toBe(201);
    expect(await byPassword(users, username)).toMatchObject({ factor: 'totp', setUp: { secret: expect.any(String) } });
    expect((await api.call(`${users.path}/authenticate`, { body: { username, password } })).status).toBe(403);
  }
  await api.call(users.path, { body: { ...person('other'), role: 'administrator' } });
  expect((await byPassword(users, 'other')).accessToken).toMatch(/^bpu_/);
});

const term = (field: string, value: string | number, op: GrantTerm['op'] = '=') => ({ field, op, value });

test('required by conditions: a user who meets one of the sets sets a second factor up', async () => {
  const secondFactorFor = JSON.stringify([[term('role', 'adm', '~'), term('credits', 100, '>=')], [term('createdAt', '@now-30d', '<')]]);
  const users = await usersWith({ secondFactor: 'required', secondFactorFor });
  for (const [username, fields, isAsked] of [
    ['rich', { role: 'Admin', credits: 100 }, true],
    ['poor', { role: 'Admin', credits: 99 }, false],
    ['customer', { credits: 500 }, false],
  ] as const) {
    await api.call(users.path, { body: { ...person(username), ...fields } });
    const answer = await byPassword(users, username);
    expect([username, 'challenge' in answer, 'accessToken' in answer]).toEqual([username, isAsked, !isAsked]);
  }
  now += 31 * 86_400_000;
  expect(await byPassword(users, 'customer')).toMatchObject({ factor: 'totp' });
});

test('conditions that can no longer be read ask everybody', async () => {
  const users = await usersWith({ secondFactor: 'required', secondFactorFor: JSON.stringify([[term('role', 'admin')]]) });
  await api.call(users.path, { body: { ...person('seven'), role: 7 } });
  expect((await byPassword(users, 'seven')).accessToken).toMatch(/^bpu_/);
  await databaseOf(api.services.store)
    .doc(`storages/${users.id}`)
    .update(Object.fromEntries(await declaredAs(users, 'role', { type: 'number' })));
  expect(await byPassword(users, 'seven')).toMatchObject({ factor: 'totp' });
});

async function declaredAs(users: Users, name: string, declared: ValueType) {
  const { fields } = (await users.read()).data;
  return Object.entries(fields).flatMap(([code, entry]) =>
    [entry.path].flat().join('.') === name ? [[`fields.${code}.declared`, declared] as const] : [],
  );
}

test('a session of one factor ends at its next refresh once a second one is required of its user', async () => {
  const users = await usersWith({
    secondFactor: 'required',
    secondFactorFor: JSON.stringify([[term('role', 'admin')]]),
    secondFactorWays: ['totp'],
  });
  const { data, refreshToken } = (await post(users, 'sign-up', person('rising'))).body;
  const refresh = (token: unknown) => api.call(`${users.path}/refresh`, { body: { refreshToken: token } });
  const next = (await refresh(refreshToken)).body;
  expect(next.accessToken).toMatch(/^bpu_/);
  await api.call(`${users.path}/dataId/${data.id}`, { method: 'PATCH', body: { role: 'admin' } });
  const refused = await refresh(next.refreshToken);
  expect(refused).toMatchObject(wrong);
  // Its access token ends with it.
  expect((await api.call(`${users.path}/me`, { bearer: String(next.accessToken) })).status).toBe(401);

  const { challenge, setUp } = await byPassword(users, 'rising');
  const proved = (await post(users, 'sign-in/verify', { challenge, code: codeOf(setUp.secret) })).body;
  const after = (await refresh(proved.refreshToken)).body;
  expect(after.accessToken).toMatch(/^bpu_/);
  now += 2 * stepMillis;
  const proof = { currentPassword: password, password: `${password}2`, code: codeOf(setUp.secret) };
  const changed = (await post(users, 'change-password', proof, String(after.accessToken))).body;
  expect((await refresh(changed.refreshToken)).body.accessToken).toMatch(/^bpu_/);
});

test('a session without a name goes on where all others need two factors', async () => {
  const users = await usersWith({ secondFactor: 'required' });
  const guest = (await post(users, 'sign-in/anonymous', {})).body;
  expect((await api.call(`${users.path}/refresh`, { body: { refreshToken: guest.refreshToken } })).body.accessToken).toMatch(/^bpu_/);
});

test('of two set-ups that were begun, the second one replaces nothing', async () => {
  const users = await usersWith({ secondFactor: 'required' });
  await post(users, 'sign-up', person('race'));
  const [a, b] = await Promise.all([byPassword(users, 'race'), byPassword(users, 'race')]);
  const verify = ({ challenge, setUp }: typeof a) => post(users, 'sign-in/verify', { challenge, code: codeOf(setUp.secret) });
  expect((await Promise.all([verify(a), verify(b)])).map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('the call that cannot ask refuses who would be asked', async () => {
  const users = await usersWith();
  await withFactor(users, 'old');
  const authenticate = (username: string) => api.call(`${users.path}/authenticate`, { body: { username, password } });
  expect((await authenticate('old')).status).toBe(403);
  await post(users, 'sign-up', person('plain'));
  expect((await authenticate('plain')).status).toBe(200);
  const all = await usersWith({ secondFactor: 'required' });
  await api.call(all.path, { body: person('plain') });
  expect((await api.call(`${all.path}/authenticate`, { body: { username: 'plain', password } })).status).toBe(403);
});

test('a second factor is set up and removed by a fresh proof alone, and removed by one of its codes', async () => {
  const users = await usersWith();
  const { bearer, secret, recovery } = await withFactor(users, 'owner');
  const remove = async (body: object) => (await post(users, 'me/second-factor/remove', body, bearer)).status;
  expect(await remove({ code: codeOf(secret) })).toBe(403);
  expect(await remove({ code: codeOf(secret), currentPassword: 'wrong' })).toBe(403);
  expect(await remove({ code: wrongCode(secret), currentPassword: password })).toBe(401);
  expect((await post(users, 'me/second-factor', { currentPassword: password }, bearer)).status).toBe(409);
  const renewed = await post(users, 'me/second-factor/recovery-codes', { code: recovery[1], currentPassword: password }, bearer);
  expect(renewed.body.recoveryCodes).toHaveLength(10);
  expect(await remove({ code: recovery[2], currentPassword: password })).toBe(401);
  expect(await remove({ code: renewed.body.recoveryCodes[3], currentPassword: password })).toBe(200);
  expect(toldTo('owner')).toEqual(['Your second factor is on', 'You have other recovery codes', 'Your second factor is off']);
  expect((await byPassword(users, 'owner')).accessToken).toMatch(/^bpu_/);
  expect((await post(users, 'me/second-factor', {}, bearer)).status).toBe(403);
});

test('a challenge of another storage, of another user or of a password before opens nothing', async () => {
  const [users, others] = [await usersWith(), await usersWith()];
  const { secret } = await withFactor(users, 'bob');
  const eve = await withFactor(users, 'eve');
  const { challenge } = await byPassword(users, 'bob');
  const code = codeOf(secret);
  expect(await post(others, 'sign-in/verify', { challenge, code })).toMatchObject(wrong);
  expect(await post(users, 'me/second-factor/verify', { challenge, code }, eve.bearer)).toMatchObject(wrong);
  expect(await post(users, 'sign-in/verify', { token: `${challenge}.x` })).toMatchObject(wrong);
  const carol = (await post(users, 'sign-up', person('carol'))).body.accessToken;
  const { challenge: hers, setUp } = (await post(users, 'me/second-factor', { currentPassword: password }, carol)).body;
  const confirm = (by: string) => post(users, 'me/second-factor/verify', { challenge: hers, code: codeOf(setUp.secret) }, by);
  expect(await confirm(eve.bearer)).toMatchObject(wrong);
  expect((await byPassword(users, 'carol')).accessToken).toMatch(/^bpu_/);
  expect((await confirm(carol)).status).toBe(200);
  const { id } = (await api.call(`${users.path}?username=bob`)).body.data[0];
  await api.call(`${users.path}/dataId/${id}`, { method: 'PUT', body: { password: 'a-pass-word-2' } });
  expect(await post(users, 'sign-in/verify', { challenge, code })).toMatchObject(wrong);
});

test('the key pair takes a lost second factor away; users and named keys do not', async () => {
  const users = await usersWith();
  const { bearer, secret } = await withFactor(users, 'help');
  const { id } = (await api.call(`${users.path}?username=help`)).body.data[0];
  const end = (request: object) => api.call(`${users.path}/second-factor/${id}`, { method: 'DELETE', ...request });
  expect((await end({ bearer })).status).toBe(401);
  const { headers } = await namedKey(api, { verbs: ['delete', 'update', 'authenticate'] });
  expect((await end({ headers })).status).toBe(403);
  for (const nobody of ['nobody', '0'.repeat(20)])
    expect((await api.call(`${users.path}/second-factor/${nobody}`, { method: 'DELETE' })).status).toBe(404);
  const { factor, challenge } = await byPassword(users, 'help');
  expect(factor).toBe('totp');
  expect((await end({})).status).toBe(200);
  expect(await post(users, 'sign-in/verify', { challenge, code: codeOf(secret) })).toMatchObject(wrong); // begins again, without one
  expect((await end({})).status).toBe(200);
  expect(toldTo('help')).toEqual(['Your second factor is on', 'Your second factor was taken away']);
  expect((await byPassword(users, 'help')).accessToken).toMatch(/^bpu_/);
});

test('who has no name sets none up, and who has none removes none', async () => {
  now = Date.now(); // a session begins by the real clock
  const users = await usersWith();
  const guest = (await post(users, 'sign-in/anonymous', {})).body.accessToken;
  expect(await post(users, 'me/second-factor', {}, guest)).toMatchObject({ status: 403, body: { message: 'Choose a name first.' } });
  const { accessToken } = (await post(users, 'sign-up', person('bare'))).body;
  const removed = await post(users, 'me/second-factor/remove', { code: '000000', currentPassword: password }, accessToken);
  expect(removed).toMatchObject({ status: 409, body: { message: 'You have no second factor.' } });
});

test('where it is off none is set up', async () => {
  const users = await usersWith({ secondFactor: 'off' });
  const { accessToken } = (await post(users, 'sign-up', person('off'))).body;
  expect((await post(users, 'me/second-factor', { currentPassword: password }, accessToken)).status).toBe(403);
});
