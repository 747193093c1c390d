import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { listForDataView } from '../../domain/records/query/data-view.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let path: string;
let view: (where: string) => Promise<string[]>;
let users: string;

beforeAll(async () => {
  api = await startApi();
  const storage = await api.storage('users', {
    signIn: { signUp: 'open', mailDomains: ['bücher.example'], methods: ['password', 'code'] } as never,
  });
  ({ path } = storage);
  view = async (where) => {
    const { rows } = await listForDataView(api.services.records, await storage.read(), { page: 1, limit: 10, where });
    return rows.map(({ id }) => id);
  };
  users = `/api/users/${storage.id}`;
});
afterAll(() => api.stop());

const password = 'a-pass-word-1';
const spellings = [
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ['bob@xn--bcher-kva.example', 'bob@BÜCHER.example'],
  ['eve@例子.广告', 'eve@xn--fsqu00a.xn--4rr70v'],
  ['ida@mail.straße.example', 'ida@mail.xn--strae-oqa.example'],
] as const;

test.each(spellings)('%s and %s are one mailbox: taken, signed in, asked for', async (email, other) => {
  const username = email.slice(0, 3);
  const { id } = (await api.call(path, { body: { username, email, password } })).body.data;
  const taken = { status: 409, body: { error: { details: [{ field: 'email' }] } } };
  expect(await api.call(path, { body: { username: `${username}2`, email: other, password } })).toMatchObject(taken);
  expect(await api.call(path, { body: [{ username: `${username}3`, email: other, password }] })).toMatchObject(taken);
  const many = await api.call(path, {
    body: [`${username}4@è.example`, `${username}4@xn--8ca.example`].map((mail, i) => ({
      username: `${username}${5 + i}`,
      email: mail,
      password,
    })),
  });
  expect(many.status).toBe(409);
  for (const spelling of [email, other]) {
    const asked = encodeURIComponent(spelling.toLowerCase());
    expect((await api.call(`${path}?email=${asked}`)).body.data).toMatchObject([{ id }]);
    expect(await view(`email=${asked}`)).toEqual([id]);
    expect(await view(`or=(username=nobody,email=${asked})`)).toEqual([id]);
    expect((await api.call(`${path}?email=nobody@e.test|${asked}`)).body.data).toMatchObject([{ id }]);
    expect((await api.call(`${path}?or=(email=${asked},username=nobody)`)).body.data).toMatchObject([{ id }]);
    expect((await api.call(`${path}?username=${username}&email!=${asked}`)).body.data).toEqual([]);
    expect((await api.call(`${users}/sign-in/password`, { body: { email: spelling, password } })).status).toBe(200);
  }
  const changed = await api.call(`${path}?email=${encodeURIComponent(other.toLowerCase())}`, { method: 'PUT', body: { seen: true } });
  expect(changed.body.data).toMatchObject({ matched: 1 });
});

test.each(spellings)('a reset that is asked for %s in its other spelling %s reaches the user', async (email, other) => {
  const before = api.mails.length;
  expect((await api.call(`${users}/forgot-password`, { body: { email: other } })).status).toBe(200);
  await expect.poll(() => api.mails.slice(before).map(({ to }) => to), { timeout: 20_000 }).toEqual([email]);
});

test('who changes to the other spelling keeps the mailbox, and leaves both when it changes away', async () => {
  const { id } = (await api.call(path, { body: { username: 'max', email: 'max@bücher.example', password } })).body.data;
  const put = (email: string) => api.call(`${path}/dataId/${id}`, { method: 'PUT', body: { email } });
  expect((await put('max@xn--bcher-kva.example')).status).toBe(200);
  expect((await api.call(path, { body: { username: 'mix', email: 'max@bücher.example', password } })).status).toBe(409);
  expect((await put('max@e.test')).status).toBe(200);
  expect((await api.call(path, { body: { username: 'mix', email: 'max@bücher.example', password } })).status).toBe(201);
});

test('what begins like the other spelling and is none stays as it is', async () => {
  for (const email of ['odd@xn--zzzzzzzz99999.example', 'xn--odd@e.test'])
    expect((await api.call(path, { body: { username: email.replace('@', '-'), email, password } })).status).toBe(201);
  expect((await api.call(`${path}?email=odd@xn--zzzzzzzz99999.example`)).body.data).toHaveLength(1);
});
