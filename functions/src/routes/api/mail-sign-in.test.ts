import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SignInInput } from '@bedplate/contract';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let ahead = 0;

const page = 'https://shop.example.com';
const password = 'a-pass-word-1';
const mailed = { origins: [page], methods: ['password', 'code', 'link', 'anonymous'], linkPage: `${page}/in` } satisfies SignInInput;

beforeAll(async () => {
  api = await startApi({ clock: () => Date.now() + ahead });
});
afterAll(() => api.stop());

let storages = 0;
async function usersWith(signIn: SignInInput = {}) {
  storages += 1;
  return api.storage('users', {
    endUserAccess: { read: 'own', write: 'own' },
    signIn: { ...mailed, ...signIn },
    storageName: `Users ${storages}`,
  });
}
type Users = Awaited<ReturnType<typeof usersWith>>;
let addresses = 0;
async function post({ path }: Users, call: string, body: object, bearer?: string) {
  addresses += 1;
  const answer = await fetch(`${api.origin}${path}/${call}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-project-id': 'p1',
      'x-forwarded-for': `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`,
      origin: page,
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as ReturnType<typeof JSON.parse> };
}
const person = (username: string) => ({ username, email: `${username}@example.test`, password });
const register = (users: Users, username: string) => api.call(users.path, { body: person(username) });
const count = async ({ path }: Users) => (await api.call(`${path}/count`)).body.data.count as number;
const me = async ({ path }: Users, bearer: string) => (await api.call(`${path}/me`, { bearer })).status;

/** The last mail to an address: its code, and the token of its link. */
async function mailTo(address: string) {
  const text = () => api.mails.findLast(({ to }) => to === address)?.mail.text ?? '';
  await vi.waitFor(() => expect(text()).toMatch(/^\d{6}$/m), { timeout: 30_000 });
  return { code: /^(\d{6})$/m.exec(text())?.[1] ?? '', token: /#sign-in=(\S+)/.exec(text())?.[1] ?? '', text: text() };
}
async function ask(users: Users, method: 'code' | 'link', email: string) {
  const { challenge } = (await post(users, `sign-in/${method}`, { email })).body;
  return { challenge: challenge as string, ...(await mailTo(email)) };
}
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const wrong = { status: 401, body: { error: { code: 'unauthenticated' } } };

test.concurrent('a code from a mail signs in, once', async () => {
  const users = await usersWith();
  await register(users, 'ann');
  const { challenge, code, token } = await ask(users, 'code', 'ann@example.test');
  expect(token).toBe('');
  expect(await post(users, 'sign-in/verify', { challenge, code: other(code) })).toMatchObject(wrong);
  const signedIn = await post(users, 'sign-in/verify', { challenge, code });
  expect(signedIn).toMatchObject({ status: 200, body: { data: { username: 'ann' }, refreshToken: expect.stringMatching(/^bpr_/) } });
  expect(await me(users, signedIn.body.accessToken)).toBe(200);
  expect((await post(users, 'refresh', { refreshToken: signedIn.body.refreshToken })).status).toBe(200);
  expect(await post(users, 'sign-in/verify', { challenge, code })).toMatchObject(wrong);
});

test.concurrent('a link signs in whichever browser opens it, once; after it, as after a program that presses buttons, the code works once', async () => {
  const users = await usersWith();
  await register(users, 'lin');
  const { challenge, code, token, text } = await ask(users, 'link', 'lin@example.test');
  expect(text).toContain(`${page}/in#sign-in=`);
  expect(await post(users, 'sign-in/verify', { token })).toMatchObject({ status: 200, body: { data: { username: 'lin' } } });
  expect(await post(users, 'sign-in/verify', { token })).toMatchObject(wrong);
  expect(await post(users, 'sign-in/verify', { challenge, code: other(code) })).toMatchObject(wrong);
  expect(await post(users, 'sign-in/verify', { challenge, code })).toMatchObject({ status: 200, body: { data: { username: 'lin' } } });
  expect(await post(users, 'sign-in/verify', { challenge, code })).toMatchObject(wrong);
  // The address is proved by now, so nothing is taken over.
  const again = await ask(users, 'link', 'lin@example.test');
  expect((await post(users, 'sign-in/verify', { token: again.token })).status).toBe(200);
  expect((await post(users, 'sign-in/verify', { challenge: again.challenge, code: again.code })).status).toBe(200);
  const last = await ask(users, 'link', 'lin@example.test');
  expect((await post(users, 'sign-in/verify', { challenge: last.challenge, code: last.code })).status).toBe(200);
  expect(await post(users, 'sign-in/verify', { token: last.token })).toMatchObject(wrong);
});

test.concurrent('a link leads to the page that the storage names, whatever page asks and whatever it asks for', async () => {
  const users = await usersWith({ origins: [page, 'https://evil.test'] });
  await register(users, 'lee');
  const foreign = { linkPage: 'https://evil.test/in', returnTo: 'https://evil.test/in' };
  const answer = await fetch(`${api.origin}${users.path}/sign-in/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-project-id': 'p1', 'x-forwarded-host': 'evil.test', origin: 'https://evil.test' },
    body: JSON.stringify({ email: 'lee@example.test' }),
  });
  expect(answer.status).toBe(200);
  const { text } = await mailTo('lee@example.test');
  expect(text).toContain(`${page}/in#sign-in=`);
  expect(text).not.toContain('evil.test');
  expect(await post(users, 'sign-in/link', { email: 'lee@example.test', ...foreign })).toMatchObject({ status: 400 });
});

test.concurrent('looking at a link uses nothing up, and neither does a wrong token', async () => {
  const users = await usersWith();
  await register(users, 'scan');
  const { challenge, code, token } = await ask(users, 'link', 'scan@example.test');
  for (let i = 0; i < 10; i += 1) {
    const headers = { origin: page, 'x-project-id': 'p1' };
    const looks = ['GET', 'HEAD'].map((method) => fetch(`${api.origin}${users.path}/sign-in/verify?token=${token}`, { method, headers }));
    for (const look of await Promise.all(looks)) expect(look.status).toBe(405);
    expect(await post(users, 'sign-in/verify', { token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` })).toMatchObject(wrong);
  }
  expect(await post(users, 'sign-in/verify', { challenge, code })).toMatchObject({ status: 200 });
});

test.concurrent('of parallel uses of a code one signs in, and of a link one', async () => {
  const users = await usersWith();
  await register(users, 'twice');
  const { challenge, code, token } = await ask(users, 'link', 'twice@example.test');
  const links = await Promise.all(Array.from({ length: 4 }, () => post(users, 'sign-in/verify', { token })));
  expect(links.filter(({ status }) => status === 200)).toHaveLength(1);
  const codes = await Promise.all(Array.from({ length: 4 }, () => post(users, 'sign-in/verify', { challenge, code })));
  expect(codes.filter(({ status }) => status === 200)).toHaveLength(1);
  const both = await ask(users, 'link', 'twice@example.test');
  const uses = [{ challenge: both.challenge, code: both.code }, { token: both.token }, { token: both.token }];
  const answers = await Promise.all(uses.map((use) => post(users, 'sign-in/verify', use)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
  for (const use of uses) expect(await post(users, 'sign-in/verify', use)).toMatchObject(wrong);
});

test.concurrent('a challenge takes five codes, in parallel too, and not the right one after them', async () => {
  const users = await usersWith();
  await register(users, 'guess');
  const { challenge, code } = await ask(users, 'code', 'guess@example.test');
  const guesses = await Promise.all(Array.from({ length: 40 }, () => post(users, 'sign-in/verify', { challenge, code: other(code) })));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(35);
  expect((await post(users, 'sign-in/verify', { challenge, code })).status).toBe(429);
});

test.concurrent('another challenge gives an address no more than ten wrong codes in an hour', async () => {
  const users = await usersWith();
  await register(users, 'more');
  const statuses: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { challenge, code } = await ask(users, 'code', 'more@example.test');
    for (let i = 0; i < 4; i += 1) statuses.push((await post(users, 'sign-in/verify', { challenge, code: other(code) })).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
});

test.concurrent('a code of another storage, another address or an earlier one opens nothing', async () => {
  const [users, others] = [await usersWith(), await usersWith()];
  for (const each of [users, others]) await register(each, 'bob');
  await register(users, 'eve');
  const bob = await ask(users, 'link', 'bob@example.test');
  const eve = await ask(users, 'code', 'eve@example.test');
  expect(await post(others, 'sign-in/verify', { challenge: bob.challenge, code: bob.code })).toMatchObject(wrong);
  expect(await post(others, 'sign-in/verify', { token: bob.token })).toMatchObject(wrong);
  const foreign = eve.code === bob.code ? other(eve.code) : eve.code;
  expect(await post(users, 'sign-in/verify', { challenge: bob.challenge, code: foreign })).toMatchObject(wrong);
  const { id } = (await api.call(`${users.path}?username=bob`)).body.data[0];
  await api.call(`${users.path}/dataId/${id}`, { method: 'PUT', body: { email: 'bobby@example.test' } });
  expect(await post(users, 'sign-in/verify', { token: bob.token })).toMatchObject(wrong);
});

test.concurrent('a code that proves the address of a sign-up makes no user of a storage that lets nobody sign up', async () => {
  const [users, closed] = [await usersWith({ verifyEmail: true }), await usersWith({ signUp: 'closed' })];
  const { challenge } = (await post(users, 'sign-up', person('max'))).body;
  const { code } = await mailTo('max@example.test');
  expect(await post(closed, 'sign-in/verify', { challenge, code })).toMatchObject(wrong);
  expect(await count(closed)).toBe(0);
  expect((await post(users, 'sign-in/verify', { challenge, code })).status).toBe(200); // it is as good as before
});

test.concurrent('an unknown address gets the same answer and no mail, and its code opens nothing', async () => {
  const users = await usersWith();
  await register(users, 'known');
  const [known, unknown] = [
    await post(users, 'sign-in/code', { email: 'known@example.test' }),
    await post(users, 'sign-in/code', { email: 'un@example.test' }),
  ];
  const shape = ({ status, body }: typeof known) => ({ status, body: { ...body, challenge: body.challenge.length } });
  expect(shape(known)).toEqual(shape(unknown));
  await mailTo('known@example.test');
  expect(api.mails.filter(({ to }) => to === 'un@example.test')).toEqual([]);
  for (let i = 0; i < 5; i += 1)
    expect(await post(users, 'sign-in/verify', { challenge: unknown.body.challenge, code: `00000${i}` })).toMatchObject(wrong);
  expect((await post(users, 'sign-in/verify', { challenge: unknown.body.challenge, code: '000005' })).status).toBe(429);
});

test.concurrent('an address gets five mails in an hour, known or not', async () => {
  const users = await usersWith();
  await register(users, 'spam');
  for (const email of ['spam@example.test', 'nobody@example.test']) {
    const asked = [];
    for (let i = 0; i < 6; i += 1) asked.push((await post(users, 'sign-in/code', { email: i % 2 ? email.toUpperCase() : email })).status);
    expect(asked).toEqual([200, 200, 200, 200, 200, 429]);
  }
  expect(api.mails.filter(({ to }) => to === 'spam@example.test')).toHaveLength(5);
});

test.concurrent('ways that are off are refused', async () => {
  const users = await usersWith({ methods: [], linkPage: null });
  await register(users, 'off');
  for (const [call, body] of [
    ['sign-in/password', { username: 'off', password }],
    ['sign-in/code', { email: 'off@example.test' }],
    ['sign-in/link', { email: 'off@example.test' }],
    ['sign-in/anonymous', {}],
    ['sign-up', person('new')],
    ['forgot-password', { email: 'off@example.test' }],
    ['reset-password', { token: 'x'.repeat(24), password }],
  ] as const)
    expect([call, (await post(users, call, body)).status]).toEqual([call, 403]);
  expect((await api.call(`${users.path}/authenticate`, { body: { username: 'off', password } })).status).toBe(403);
  expect(await count(users)).toBe(1);
});

test.concurrent('a sign-up is no user until its address is proved', async () => {
  const users = await usersWith({ verifyEmail: true });
  const started = await post(users, 'sign-up', { ...person('pia'), nickname: 'P' });
  expect(started).toMatchObject({ status: 200, body: { challenge: expect.any(String), expiresIn: 600 } });
  expect(started.body.accessToken).toBeUndefined();
  expect(await count(users)).toBe(0);
  const pending = await databaseOf(api.services.store).collection('signInChallenges').get();
  expect(JSON.stringify(pending.docs.map((document) => document.data()))).not.toMatch(/pia@|nickname|a-pass-word/);
  const { code } = await mailTo('pia@example.test');
  const done = await post(users, 'sign-in/verify', { challenge: started.body.challenge, code });
  expect(done).toMatchObject({ status: 200, body: { data: { username: 'pia', nickname: 'P' } } });
  expect(await count(users)).toBe(1);
  // The address is proved, so the password alone signs in.
  expect(await post(users, 'sign-in/password', { username: 'pia', password })).toMatchObject({
    status: 200,
    body: { data: { username: 'pia' } },
  });
});

test.concurrent('a mail about a password has no link: who opens it in another browser would prove the address for whoever knows that', async () => {
  const users = await usersWith({ verifyEmail: true });
  await post(users, 'sign-up', person('victim'));
  expect((await mailTo('victim@example.test')).token).toBe('');
  await register(users, 'known');
  await post(users, 'sign-in/password', { username: 'known', password });
  expect((await mailTo('known@example.test')).token).toBe('');
});

test.concurrent('a sign-up without a password signs in by mail alone', async () => {
  const users = await usersWith();
  const { password: _, ...rest } = person('nopass');
  const started = await post(users, 'sign-up', rest);
  const { token } = await mailTo('nopass@example.test');
  expect(started.status).toBe(200);
  const done = await post(users, 'sign-in/verify', { token });
  expect(await me(users, done.body.accessToken)).toBe(200);
  expect((await post(users, 'refresh', { refreshToken: done.body.refreshToken })).status).toBe(200);
  expect((await post(users, 'sign-in/password', { username: 'nopass', password: 'x' })).status).toBe(401);
  const byLink = await usersWith({ methods: ['password', 'link'] });
  expect((await post(byLink, 'sign-up', { ...rest, email: 'by-link@example.test' })).status).toBe(200);
  const closed = await usersWith({ methods: ['password'], linkPage: null });
  expect(await post(closed, 'sign-up', rest)).toMatchObject({ status: 400, body: { error: { details: [{ field: 'password' }] } } });
});

test.concurrent('where addresses are proved, one that is taken answers like a free one, and its owner is told', async () => {
  const users = await usersWith({ verifyEmail: true });
  await register(users, 'owner');
  const free = await post(users, 'sign-up', person('free'));
  const taken = await post(users, 'sign-up', { ...person('other'), email: 'OWNER@example.test' });
  const shape = ({ status, body }: typeof free) => ({ status, body: { ...body, challenge: body.challenge.length } });
  expect(shape(taken)).toEqual(shape(free));
  await vi.waitFor(() => expect(api.mails.findLast(({ to }) => to === 'owner@example.test')?.mail.subject).toMatch(/already signed up/), {
    timeout: 30_000,
  });
  for (let i = 0; i < 5; i += 1)
    expect(await post(users, 'sign-in/verify', { challenge: taken.body.challenge, code: `00000${i}` })).toMatchObject(wrong);
  expect(await post(users, 'sign-up', { ...person('owner'), email: 'x@example.test' })).toMatchObject({ status: 409 });
  expect(await count(users)).toBe(1);
});

test.concurrent('of two pending sign-ups with one name the second is told that it is taken', async () => {
  const users = await usersWith({ verifyEmail: true });
  const [first, second] = [
    await post(users, 'sign-up', person('same')),
    await post(users, 'sign-up', { ...person('same'), email: 'b@example.test' }),
  ];
  const [a, b] = [await mailTo('same@example.test'), await mailTo('b@example.test')];
  expect((await post(users, 'sign-in/verify', { challenge: first.body.challenge, code: a.code })).status).toBe(200);
  expect((await post(users, 'sign-in/verify', { challenge: second.body.challenge, code: b.code })).status).toBe(409);
  expect(await count(users)).toBe(1);
});

test.concurrent('a user of a key proves the address at the first sign-in by a page, where that is asked, and keeps the password', async () => {
  const users = await usersWith({ verifyEmail: true });
  await register(users, 'old');
  const asked = await post(users, 'sign-in/password', { username: 'old', password });
  expect(asked).toMatchObject({ status: 200, body: { challenge: expect.any(String) } });
  expect(asked.body.data).toBeUndefined();
  const { code } = await mailTo('old@example.test');
  expect((await post(users, 'sign-in/verify', { challenge: asked.body.challenge, code })).status).toBe(200);
  expect((await post(users, 'sign-in/password', { username: 'old', password })).body.accessToken).toMatch(/^bpu_/);
  expect((await api.call(`${users.path}/authenticate`, { body: { username: 'old', password } })).status).toBe(200);
  const { id } = (await api.call(`${users.path}?username=old`)).body.data[0];
  await api.call(`${users.path}/dataId/${id}`, { method: 'PUT', body: { email: 'moved@example.test' } });
  expect((await post(users, 'sign-in/password', { username: 'old', password })).body.accessToken).toBeUndefined();
});

test.concurrent('a code that was asked for with a password that has changed since opens nothing', async () => {
  const users = await usersWith({ verifyEmail: true });
  await register(users, 'swap');
  const asked = await post(users, 'sign-in/password', { username: 'swap', password });
  const { code } = await mailTo('swap@example.test');
  const { id } = (await api.call(`${users.path}?username=swap`)).body.data[0];
  await api.call(`${users.path}/dataId/${id}`, { method: 'PUT', body: { password: 'a-pass-word-2' } });
  expect(await post(users, 'sign-in/verify', { challenge: asked.body.challenge, code })).toMatchObject(wrong);
});

test.concurrent('who took somebody’s address before loses password and sessions when the owner proves it', async () => {
  const users = await usersWith();
  const thief = (await post(users, 'sign-up', { ...person('thief'), email: 'victim@example.test' })).body;
  expect(await me(users, thief.accessToken)).toBe(200);
  const { challenge, code } = await ask(users, 'code', 'victim@example.test');
  const owner = await post(users, 'sign-in/verify', { challenge, code });
  expect(owner.status).toBe(200);
  await vi.waitFor(async () => expect(await me(users, thief.accessToken)).toBe(401), { timeout: 30_000 });
  expect((await post(users, 'refresh', { refreshToken: thief.refreshToken })).status).toBe(401);
  expect((await post(users, 'sign-in/password', { username: 'thief', password })).status).toBe(401);
  await vi.waitFor(async () => expect(await me(users, owner.body.accessToken)).toBe(200), { timeout: 30_000 });
  expect((await post(users, 'refresh', { refreshToken: owner.body.refreshToken })).status).toBe(200);
  // The second time the address is proved already: what the owner has set since stays.
  await post(users, 'forgot-password', { email: 'victim@example.test' });
  const resetCode = () =>
    api.mails.filter(({ to }) => to === 'victim@example.test').flatMap(({ mail }) => /^[\w-]{24}$/m.exec(mail.text) ?? [])[0];
  await vi.waitFor(() => expect(resetCode()).toBeTruthy(), { timeout: 30_000 });
  const reset = resetCode() ?? '';
  expect((await post(users, 'reset-password', { token: reset, password: 'a-pass-word-2' })).status).toBe(200);
  const again = await ask(users, 'code', 'victim@example.test');
  expect((await post(users, 'sign-in/verify', { challenge: again.challenge, code: again.code })).status).toBe(200);
  expect((await post(users, 'sign-in/password', { email: 'victim@example.test', password: 'a-pass-word-2' })).status).toBe(200);
});

test.concurrent.each([
  ['passkeys', { someId: { name: 'Phone', createdAt: new Date() } }],
  ['identities', { ['a'.repeat(64)]: { provider: 'acme', email: null, linkedAt: new Date() } }],
  ['factor', { secret: 'sealed', since: new Date() }],
  ['sessions', null],
])('who proves an address for the first time keeps none of the %s of somebody who came before without a name', async (kind, way) => {
  const users = await usersWith();
  const email = `${kind}@example.test`;
  const before = (await post(users, 'sign-in/anonymous', {})).body;
  expect((await api.call(`${users.path}/dataId/${before.data.id}`, { method: 'PUT', body: { email } })).status).toBe(200);
  const account = databaseOf(api.services.store).doc(`storages/${users.id}/accounts/${before.data.id}`);
  if (way) await account.set({ [kind]: way }, { merge: true });
  const { challenge, code } = await ask(users, 'code', email);
  const owner = (await post(users, 'sign-in/verify', { challenge, code })).body;
  expect(owner.data.id).toBe(before.data.id);
  expect(Object.keys((await account.get()).get(kind) ?? {})).toEqual([]);
  expect((await post(users, 'refresh', { refreshToken: before.refreshToken })).status).toBe(401);
  await vi.waitFor(async () => expect(await me(users, before.accessToken)).toBe(401), { timeout: 30_000 });
  expect(await me(users, owner.accessToken)).toBe(200);
});

test.concurrent('an anonymous user keeps id and records when it takes a name', async () => {
  const users = await usersWith();
  const notes = await api.storage('notes', { endUserAccess: { read: 'own', write: 'own' } });
  const guest = (await post(users, 'sign-in/anonymous', {})).body;
  expect(guest).toMatchObject({ data: { username: expect.stringMatching(/^guest-/) }, accessToken: expect.stringMatching(/^bpu_/) });
  expect((await post(users, 'refresh', { refreshToken: guest.refreshToken })).status).toBe(200);
  await api.call(notes.path, { bearer: guest.accessToken, body: { text: 'mine' } });
  await register(users, 'taken');
  const become = (body: object, bearer: string) => api.call(`${users.path}/me/sign-up`, { bearer, body });
  expect((await become(person('taken'), guest.accessToken)).status).toBe(409);
  expect((await become({ ...person('nora'), role: 'admin' }, guest.accessToken)).status).toBe(403);
  const named = await become({ ...person('nora'), nickname: 'N' }, guest.accessToken);
  expect(named).toMatchObject({ status: 200, body: { data: { id: guest.data.id, username: 'nora', nickname: 'N' } } });
  await vi.waitFor(async () => expect(await me(users, guest.accessToken)).toBe(401), { timeout: 30_000 });
  const bearer = named.body.accessToken as string;
  expect((await api.call(notes.path, { bearer })).body.data).toMatchObject([{ text: 'mine', userId: guest.data.id }]);
  expect((await become(person('twice'), bearer)).status).toBe(409);
  expect((await post(users, 'sign-in/password', { email: 'nora@example.test', password })).body.data.id).toBe(guest.data.id);
});

test.concurrent('what is kept beside a user goes with the user', async () => {
  const users = await usersWith();
  const guest = (await post(users, 'sign-in/anonymous', {})).body;
  const account = databaseOf(api.services.store).doc(`storages/${users.id}/accounts/${guest.data.id}`);
  expect((await account.get()).exists).toBe(true);
  await api.call(`${users.path}/dataId/${guest.data.id}`, { method: 'DELETE' });
  expect((await account.get()).exists).toBe(false);
  // The token of a user without a password holds nothing that could differ.
  await vi.waitFor(async () => expect(await me(users, guest.accessToken)).toBe(401), { timeout: 30_000 });
});

test.each([
  [{}, 'challenge'],
  [{ challenge: 'x' }, 'challenge'],
  [{ token: 'x', code: '1' }, 'challenge'],
])('a proof with %j names what to send', async (body, field) => {
  const users = await usersWith();
  expect(await post(users, 'sign-in/verify', body)).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
});

test('a code and a link end after ten minutes', async () => {
  const users = await usersWith();
  await register(users, 'late');
  const { challenge, code, token } = await ask(users, 'link', 'late@example.test');
  ahead += 601_000;
  expect(await post(users, 'sign-in/verify', { token })).toMatchObject(wrong);
  expect(await post(users, 'sign-in/verify', { challenge, code })).toMatchObject(wrong);
});
