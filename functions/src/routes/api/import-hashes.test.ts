import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const bcrypt = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
const password = 'U*U';

test('users come with the hashes of another system, sign in, and have one of ours from then on', async () => {
  const users = await api.storage('users');
  const rows = [
    { username: 'ann', email: 'ann@example.test', passwordHash: bcrypt, role: 'editor' },
    { username: 'bob', passwordHash: '$2x$bad' },
    { username: 'ANN', passwordHash: bcrypt },
    { username: 'eve', passwordHash: bcrypt, password: 'both-of-them' },
  ];
  const answer = await api.call(`${users.path}/import-hashes`, { body: { users: rows } });
  expect(answer).toMatchObject({
    status: 200,
    body: { made: 1, data: [{ id: expect.any(String) }, { error: expect.any(String) }, {}, {}] },
  });
  expect(answer.text).not.toContain(bcrypt);
  const { id } = answer.body.data[0];
  const stored = async () =>
    (await databaseOf(api.services.store).doc(`storages/${users.id}/private/${id}`).get()).get('password') as string;
  const signIn = (word: string) => api.call(`${users.path}/authenticate`, { body: { username: 'ann', password: word } });
  expect((await signIn('U*V')).status).toBe(401);
  expect(await stored()).toBe(`foreign:${bcrypt}`);
  const first = await signIn(password);
  expect(first).toMatchObject({ status: 200, body: { data: { role: 'editor' } } });
  expect(await stored()).toMatch(/^\$argon2id\$/);
  expect((await api.call(`${users.path}/refresh`, { body: { refreshToken: first.body.refreshToken } })).status).toBe(200);
  expect((await signIn(password)).status).toBe(200);
  expect((await signIn('U*V')).status).toBe(401);
});

test('neither a user nor a text of a hash by another way makes a password', async () => {
  const users = await api.storage('users', { passwordRules: { minLength: 4, refuseCommon: false } });
  const body = { users: [{ username: 'a', passwordHash: bcrypt }] };
  await api.call(users.path, { body: { username: 'real', email: 'r@example.test', password: `foreign:${bcrypt}` } });
  expect((await api.call(`${users.path}/authenticate`, { body: { username: 'real', password } })).status).toBe(401);
  const { accessToken: bearer } = (
    await api.call(`${users.path}/authenticate`, { body: { username: 'real', password: `foreign:${bcrypt}` } })
  ).body as unknown as { accessToken: string };
  expect((await api.call(`${users.path}/import-hashes`, { bearer, body })).status).toBe(401);
});
