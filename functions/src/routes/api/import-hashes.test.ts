import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { leavingAtEachStep } from '../../../test/leaving.ts';
import { exportHashes } from '../../domain/app-users/export-hashes.ts';

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

test('a password that is set while an earlier one of another system signs in stays, at whichever step', async () => {
  const users = await api.storage('users');
  const next = 'the-next-one-1';
  let people = 0;
  const steps = await leavingAtEachStep(api.services.store, async () => {
    people += 1;
    const username = `moving-${people}`;
    const made = await api.call(`${users.path}/import-hashes`, { body: { users: [{ username, passwordHash: bcrypt }] } });
    const one = `${users.path}/dataId/${made.body.data[0].id}`;
    const signIn = async (word: string) => (await api.call(`${users.path}/authenticate`, { body: { username, password: word } })).status;
    return {
      leave: () => api.call(one, { method: 'PUT', body: { password: next } }),
      run: () => signIn(password),
      check: async (step) => expect([step, await signIn(password), await signIn(next)]).toEqual([step, 401, 200]),
    };
  });
  expect(steps).toBeGreaterThan(2);
});

const exported = (storageId: string, typed: string, after?: string) =>
  exportHashes(api.services, admin, { path: { projectId: 'p1', storageId }, typed, after });

test('users leave with the hashes that they have, each page is told, and come in elsewhere with their passwords', async () => {
  const [from, to] = [await api.storage('users'), await api.storage('users')];
  const odd = 'ﬁne-pass-word-１'; // our hash is of its normal form
  await api.call(from.path, { body: { username: 'own', email: 'own@example.test', password: odd, role: 'editor' } });
  await api.call(`${from.path}/import-hashes`, { body: { users: [{ username: 'old', passwordHash: bcrypt }] } });
  await api.call(`${from.path}/import-hashes`, { body: { users: [{ username: 'none', passwordHash: null }] } });
  await expect(exported(from.id, 'another name')).rejects.toMatchObject({ status: 400 });
  await expect(exported((await api.storage('notes')).id, 'My notes')).rejects.toMatchObject({ status: 404 });
  const page = await exported(from.id, 'My users');
  expect(page.next).toBeNull();
  expect(page.data.map(({ username, passwordHash }) => [username, passwordHash]).sort()).toEqual([
    ['none', null],
    ['old', bcrypt],
    ['own', { bedplate: expect.stringMatching(/^\$argon2id\$/) }],
  ]);
  const told = await databaseOf(api.services.store).collection('activity').where('kind', '==', 'usersExported').get();
  expect(told.docs.map((row) => row.get('values'))).toEqual([expect.objectContaining({ count: 3, name: 'My users' })]);
  const brought = await api.call(`${to.path}/import-hashes`, { body: { users: page.data } });
  expect(brought).toMatchObject({ status: 200, body: { made: 3 } });
  const signIn = (username: string, word: string) => api.call(`${to.path}/authenticate`, { body: { username, password: word } });
  expect(await signIn('own', odd)).toMatchObject({ status: 200, body: { data: { role: 'editor' } } });
  expect((await signIn('old', password)).status).toBe(200);
  expect((await signIn('none', 'x')).status).toBe(401);
  const dear = page.data.map(({ passwordHash }) => passwordHash).find((hash) => hash !== null && typeof hash === 'object');
  const forged = JSON.stringify(dear).replace('m=19456', 'm=9999999');
  const refused = await api.call(`${to.path}/import-hashes`, { body: { users: [{ username: 'bomb', passwordHash: JSON.parse(forged) }] } });
  expect(refused.body).toMatchObject({ made: 0 });
});

test('a page of an export goes on behind the one before', async () => {
  const users = await api.storage('users');
  for (const part of [0, 1]) {
    const rows = Array.from({ length: 60 }, (_, i) => ({ username: `u${part}-${i}`, passwordHash: bcrypt }));
    await api.call(`${users.path}/import-hashes`, { body: { users: rows } });
  }
  const first = await exported(users.id, 'My users');
  const second = await exported(users.id, 'My users', first.next ?? '');
  expect([first.data.length, second.data.length, second.next]).toEqual([100, 20, null]);
  expect(new Set([...first.data, ...second.data].map(({ username }) => username)).size).toBe(120);
});
