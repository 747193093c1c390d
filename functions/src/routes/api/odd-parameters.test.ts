import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let users: Awaited<ReturnType<typeof api.storage>>;
let notes: Awaited<ReturnType<typeof api.storage>>;

beforeAll(async () => {
  api = await startApi();
  users = await api.storage('users', { endUserAccess: { read: 'own', write: 'own' } });
  notes = await api.storage('notes');
});
afterAll(() => api.stop());

const password = 'a-pass-word-1';
const proof = { currentPassword: password };

/** A parameter that is dropped without a word may have been meant to narrow or to try the call. */
const byUsers: [method: string, call: string, body?: object][] = [
  ['GET', 'me'],
  ['GET', 'me/export'],
  ['POST', 'me/sign-up', { username: 'a', password }],
  ['POST', 'me/delete', proof],
  ['POST', 'me/email', { email: 'a@example.test', ...proof }],
  ['POST', 'me/email/verify', { challenge: 'a', code: '000000' }],
  ['POST', 'change-password', { password: 'a-pass-word-2', ...proof }],
  ['GET', 'sessions'],
  ['DELETE', 'sessions'],
  ['DELETE', 'sessions/some'],
  ['GET', 'teams'],
  ['POST', 'teams', { name: 'Crew' }],
  ['PATCH', 'teams/some', { name: 'Crew' }],
  ['DELETE', 'teams/some/members/other'],
];
const byKeys: typeof byUsers = [
  ['GET', 'invitations'],
  ['POST', 'invitations', { email: 'a@example.test' }],
  ['DELETE', 'invitations/some'],
  ['POST', 'sign-up/invitation', { token: 'a', username: 'a', password }],
  ['POST', 'sign-up', { username: 'a', password }],
  ['POST', 'sign-in/password', { username: 'a', password }],
  ['POST', 'authenticate', { username: 'a', password }],
  ['POST', 'refresh', { refreshToken: 'a' }],
  ['DELETE', 'second-factor/some'],
];

test('calls of app users, and about them, name a parameter that they do not know', async () => {
  const person = { username: 'ann', email: 'ann@example.test', password };
  await api.call(users.path, { body: person });
  const bearer = (await api.call(`${users.path}/authenticate`, { body: person })).body.accessToken as string;
  const of = ([method, call, body]: (typeof byUsers)[number], by?: string) =>
    api.call(`${users.path}/${call}?odd=1`, { method, body, ...(by && { bearer: by }) });
  const answers = [
    ...(await Promise.all(byUsers.map((call) => of(call, bearer)))),
    ...(await Promise.all(byKeys.map((call) => of(call)))),
    await api.call(`${notes.path}/dataId/some/erase?odd=1`, { method: 'POST', body: {} }),
    await api.call('/api/livesync/token?odd=1', { body: { storageKeys: ['notes'] } }),
  ];
  const told = answers.map(({ status, body }) => [status, (body.error as { details?: { field: string }[] }).details?.[0]?.field]);
  expect(told).toEqual(answers.map(() => [400, 'odd']));
  expect((await api.call(`${users.path}/me`, { bearer })).body.data.username).toBe('ann');
});
