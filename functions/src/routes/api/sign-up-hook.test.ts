import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { appPage as page, postFromPage } from '../../../test/from-page.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { updateStorage } from '../../domain/storages/storages.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let answer: (signal?: AbortSignal | null) => Promise<Response>;
let asked: { url: string; body: string; headers: Headers }[] = [];

const url = 'https://shop.example.com/hooks/sign-up';
const secret = 'a-secret-of-the-owner';
const password = 'a-pass-word-1';
const says =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status });

beforeAll(async () => {
  const fetchOutside: typeof fetch = async (to, init) => {
    asked.push({ url: String(to), body: String(init?.body), headers: new Headers(init?.headers) });
    return answer(init?.signal);
  };
  api = await startApi({ fetchOutside });
});
afterAll(() => api.stop());

type Users = Awaited<ReturnType<typeof usersWith>>;
const change = (storageId: string, signIn: object) =>
  updateStorage(api.services, { caller: admin, path: { projectId: 'p1', storageId }, change: { signIn } });
async function usersWith(onFailure: 'refuse' | 'allow') {
  const users = await api.storage('users', { signIn: { origins: [page], methods: ['password', 'code', 'anonymous'] } });
  await change(users.id, { hook: { url, secret, onFailure } });
  asked = [];
  return users;
}

const post = (users: Users, call: string, body: object) => postFromPage(api, users, call, { body });
const signUp = (users: Users, username: string) => post(users, 'sign-up', { username, email: `${username}@example.test`, password });
const count = async ({ path }: Users) => (await api.call(`${path}/count`)).body.data.count as number;

test('the owner’s server is asked before a user is made, signed as webhooks are, and learns no password', async () => {
  const users = await usersWith('refuse');
  answer = says({ allow: true });
  expect((await signUp(users, 'ann')).status).toBe(201);
  const [call] = asked;
  expect(call?.url).toBe(url);
  expect(JSON.parse(call?.body ?? '')).toEqual({
    storageId: users.id,
    way: 'password',
    user: { username: 'ann', email: 'ann@example.test' },
  });
  const [, seconds, mac] = /^t=(\d+),v1=(\w+)$/.exec(call?.headers.get('x-bedplate-signature') ?? '') ?? [];
  expect(mac).toBe(createHmac('sha256', secret).update(`${seconds}.${call?.body}`).digest('hex'));
  answer = says({ allow: false, message: 'Only members of the club.' });
  expect(await signUp(users, 'bob')).toMatchObject({ status: 403, body: { message: 'Only members of the club.' } });
  expect((await post(users, 'sign-in/anonymous', {})).status).toBe(403);
  expect(await count(users)).toBe(1);
  answer = says({ allow: true });
  const { accessToken: bearer } = (await post(users, 'sign-in/anonymous', {})).body;
  answer = says({ allow: false });
  const named = { username: 'guest', email: 'guest@example.test', password };
  expect((await api.call(`${users.path}/me/sign-up`, { bearer, body: named })).status).toBe(403);
  expect((await api.call(users.path, { body: { username: 'key', password } })).status).toBe(201); // keys are not asked
});

test('an invitation that the owner’s server refuses is still open', async () => {
  const users = await usersWith('refuse');
  await api.call(`${users.path}/invitations`, { body: { email: 'ida@example.test' } });
  const token = /[0-9a-f]{64}\.[\w-]{43}/.exec(api.mails.findLast(({ to }) => to === 'ida@example.test')?.mail.text ?? '')?.[0];
  answer = says({ allow: false });
  expect((await post(users, 'sign-up/invitation', { token, username: 'ida', password })).status).toBe(403);
  answer = says({ allow: true });
  expect((await post(users, 'sign-up/invitation', { token, username: 'ida', password })).status).toBe(201);
  expect(asked.map(({ body }) => (JSON.parse(body) as { way: string }).way)).toEqual(['invitation', 'invitation']);
});

test.each([
  ['a failure of the connection', async () => Promise.reject(new Error('refused'))],
  ['another status', says({ allow: true }, 500)],
  ['a redirect', says({ allow: true }, 302)],
  ['an answer that says nothing', says({})],
  ['an answer that is no JSON', async () => new Response('yes')],
  ['a bare yes', says(true)],
  ['null', says(null)],
  ['a yes in words', says({ allow: 'yes' })],
] as const)('%s refuses or allows, as the owner has set', async (_, given) => {
  answer = given;
  const [strict, open] = [await usersWith('refuse'), await usersWith('allow')];
  expect((await signUp(strict, 'ann')).status).toBe(503);
  expect(await count(strict)).toBe(0);
  expect((await signUp(open, 'ann')).status).toBe(201);
});

test.each([7, '', ' ', null, ['no']])('a refusal whose reason is %j is told without one', async (message) => {
  const users = await usersWith('allow');
  answer = says({ allow: false, message });
  expect(await signUp(users, 'ann')).toMatchObject({ status: 403, body: { message: expect.stringMatching(/^\w.*\.$/) } });
});

test('three seconds are waited for', async () => {
  const users = await usersWith('refuse');
  answer = (signal) => new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('late'))));
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController();
    queueMicrotask(() => controller.abort(new Error('late')));
    return controller.signal;
  });
  try {
    expect((await signUp(users, 'ann')).status).toBe(503);
    expect(spy).toHaveBeenCalledWith(3000);
  } finally {
    spy.mockRestore();
  }
});

test('the secret is stored sealed, never shown, and goes to no other address', async () => {
  const users = await usersWith('refuse');
  const shown = await change(users.id, { hook: { url, onFailure: 'allow' } });
  expect(shown.signIn?.hook).toEqual({ url, onFailure: 'allow' });
  const stored = JSON.stringify((await databaseOf(api.services.store).doc(`storages/${users.id}`).get()).get('signIn'));
  expect(stored).toContain('secret');
  expect(stored).not.toContain(secret);
  const moved = change(users.id, { hook: { url: 'https://other.example.com/hook', onFailure: 'allow' } });
  await expect(moved).rejects.toMatchObject({ details: [{ field: 'signIn.hook.secret' }] });
  for (const inside of ['http://169.254.169.254/latest', 'http://10.0.0.1/', 'ftp://shop.example.com'])
    await expect(change(users.id, { hook: { url: inside, secret, onFailure: 'allow' } })).rejects.toMatchObject({ status: 400 });
});
