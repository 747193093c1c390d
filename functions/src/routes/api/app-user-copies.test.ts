import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';

/** A copy has the same people, under the same ids and with the same passwords. */
let api: Awaited<ReturnType<typeof startApi>>;
let users: Awaited<ReturnType<typeof api.storage>>;
let copy: Awaited<ReturnType<typeof api.storage>>;

const page = 'https://shop.example.com';
const password = 'a-pass-word-1';

beforeAll(async () => {
  api = await startApi();
  const settings: Parameters<typeof api.storage>[1] = {
    endUserAccess: { read: 'own', write: 'own' },
    signIn: { origins: [page], methods: ['password', 'code'], verifyEmail: true },
  };
  users = await api.storage('users', settings);
  copy = await api.storage('users', settings);
});
afterAll(() => api.stop());

async function post({ path }: { path: string }, call: string, body: object, bearer?: string) {
  const headers = { 'content-type': 'application/json', 'x-project-id': 'p1', origin: page };
  const authorization = bearer ? { authorization: `Bearer ${bearer}` } : {};
  const sent = { method: 'POST', headers: { ...headers, ...authorization }, body: JSON.stringify(body) };
  const answer = await fetch(`${api.origin}${path}/${call}`, sent);
  return { status: answer.status, body: (await answer.json()) as ReturnType<typeof JSON.parse> };
}

async function mailTo(address: string, subject: RegExp): Promise<string> {
  const text = () => api.mails.findLast(({ to, mail }) => to === address && subject.test(mail.subject))?.mail.text ?? '';
  await expect.poll(text).not.toBe('');
  return /^(\d{6}|[\w-]{24})$/m.exec(text())?.[1] ?? '';
}

/** A user who has proved the address, in both storages. */
async function proved(username: string) {
  const email = `${username}@example.test`;
  const { challenge } = (await post(users, 'sign-up', { username, email, password })).body;
  const signedIn = (await post(users, 'sign-in/verify', { challenge, code: await mailTo(email, /code/) })).body;
  return { id: signedIn.data.id as string, email, bearer: signedIn.accessToken as string };
}
async function copyUser(id: string) {
  const database = databaseOf(api.services.store);
  for (const part of ['records', 'accounts', 'private', 'deleted']) {
    const data = (await database.doc(`storages/${users.id}/${part}/${id}`).get()).data();
    if (data) await database.doc(`storages/${copy.id}/${part}/${id}`).set(data);
  }
}

test('the code of a reset sets no password in a copy of the storage', async () => {
  const { id, email } = await proved('ann');
  await copyUser(id);
  await post(users, 'forgot-password', { username: 'ann' });
  const sent = { token: await mailTo(email, /password/), password: 'a-pass-word-2' };
  expect((await post(copy, 'reset-password', sent)).status).toBe(404);
  expect((await post(users, 'reset-password', sent)).status).toBe(200);
});

test('the code of a sign-in opens no copy of the storage, and its own for one of those who send it together', async () => {
  const { id, email } = await proved('ben');
  await copyUser(id);
  const before = api.mails.length;
  const { challenge } = (await post(users, 'sign-in/code', { email })).body;
  await expect.poll(() => api.mails.length).toBeGreaterThan(before);
  const proof = { challenge, code: await mailTo(email, /code/) };
  expect((await post(copy, 'sign-in/verify', proof)).status).toBe(401);
  const answers = await Promise.all([1, 2, 3].map(() => post(users, 'sign-in/verify', proof)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
});

test('the way back from a change of the address is none in a copy of the storage', async () => {
  const { id, email, bearer } = await proved('cid');
  const asked = (await post(users, 'me/email', { email: 'cid-2@example.test', currentPassword: password }, bearer)).body;
  const code = await mailTo('cid-2@example.test', /new address/);
  expect((await post(users, 'me/email/verify', { challenge: asked.challenge, code }, bearer)).status).toBe(200);
  await copyUser(id);
  const back = { token: await mailTo(email, /changed|was/) };
  expect((await post(copy, 'undo-email', back)).status).toBe(404);
  expect((await post(users, 'undo-email', back)).status).toBe(200);
});

test('the way back from a deletion is none in a copy of the storage', async () => {
  const { id, email, bearer } = await proved('dan');
  expect((await post(users, 'me/delete', { currentPassword: password }, bearer)).status).toBe(200);
  await copyUser(id);
  const back = { token: await mailTo(email, /delet/) };
  expect((await post(copy, 'undo-delete', back)).status).toBe(404);
  expect((await post(users, 'undo-delete', back)).status).toBe(200);
});
