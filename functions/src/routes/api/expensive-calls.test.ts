import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { exportInTurn, importInTurn } from '../../domain/records/transfer/transfer-queues.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let users: Awaited<ReturnType<typeof api.storage>>;
let notes: Awaited<ReturnType<typeof api.storage>>;

beforeAll(async () => {
  api = await startApi();
  users = await api.storage('users');
  notes = await api.storage('notes');
});
afterAll(() => api.stop());

let people = 0;
const newUsers = (count: number) => Array.from({ length: count }, () => ({ username: `u${(people += 1)}`, password: 'a-pass-word-1' }));
const creates = (count: number) => newUsers(count).map((data) => ({ op: 'create', storageId: users.id, data }));
const stored = async () => (await api.call(`${users.path}/count`)).body.data.count;

/** @returns how many credits a call takes, those that it gives back not counted */
async function creditsOf(send: () => ReturnType<typeof api.call>): Promise<[status: number, credits: number]> {
  const { credits } = api.services;
  const use = credits.use.bind(credits);
  let taken = 0;
  const spy = vi.spyOn(credits, 'use').mockImplementation(async (tenantId) => {
    const giveBack = await use(tenantId);
    taken += 1;
    return () => {
      taken -= 1;
      giveBack();
    };
  });
  const { status } = await send();
  spy.mockRestore();
  return [status, taken];
}

test('one credit pays for ten passwords of a call', async () => {
  expect(await creditsOf(() => api.call(users.path, { body: newUsers(1) }))).toEqual([201, 1]);
  expect(await creditsOf(() => api.call(users.path, { body: newUsers(10) }))).toEqual([201, 1]);
  expect(await creditsOf(() => api.call(users.path, { body: newUsers(11) }))).toEqual([201, 2]);
  expect(await creditsOf(() => api.call('/api/batch', { body: { writes: creates(21) } }))).toEqual([200, 3]);
  expect(await creditsOf(() => api.call(`${users.path}/import`, { body: newUsers(31) }))).toEqual([201, 4]);
  expect(await creditsOf(() => api.call(users.path, { body: [...newUsers(20), { username: 'x', password: 'short' }] }))).toEqual([400, 1]);
});

test('a batch takes a hundred passwords; one more is refused before any is hashed', async () => {
  const before = await stored();
  const answer = await api.call('/api/batch', { body: { writes: creates(101) } });
  expect(answer).toMatchObject({ status: 413, body: { message: 'A batch takes at most 100 writes with a password.' } });
  expect(await stored()).toBe(before);
});

test.each([
  ['sign-ups', () => users.path, (parts: string) => `[${parts}]`],
  ['records', () => notes.path, (parts: string) => `[${parts}]`],
  ['a field', () => notes.path, (parts: string) => `{"a":[${parts}]}`],
  ['a batch', () => '/api/batch', (parts: string) => `{"writes":[${parts}]}`],
  ['a login', () => `${users.path}/authenticate`, (parts: string) => `{"username":[${parts}]}`],
  ['an import', () => `${notes.path}/import`, (parts: string) => `[${parts}]`],
])('200,000 empty lists or objects in place of %s are refused before they are parsed', async (_, path, body) => {
  for (const part of ['[]', '{}']) {
    const parts = Array<string>(path().endsWith('/import') ? 200_001 : 100_000)
      .fill(part)
      .join(',');
    expect(await api.call(path(), { body: body(parts) })).toMatchObject({
      status: 413,
      body: { message: expect.stringMatching(/^The JSON has more than \d+ objects and arrays/) },
    });
  }
});

test('of a long list of sign-ups none is looked at', async () => {
  const body = `[${Array<string>(45_000).fill('[]').join(',')}]`;
  expect(await api.call(users.path, { body })).toMatchObject({ status: 400, body: { message: 'At most 100 records in one call.' } });
});

test.each([
  ['export', exportInTurn, () => ({}), 200],
  ['import', importInTurn, () => ({ body: [{ n: Math.random() }] }), 201],
] as const)('an account has so many of its %ss wait, and the next one is refused', async (call, inTurn, request, status) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  // More than may run and wait; the last ones are refused.
  const works = Array.from({ length: 50 }, () => inTurn('t1', () => held).catch(() => {}));
  expect(await api.call(`${notes.path}/${call}`, request())).toMatchObject({ status: 429, body: { error: { code: 'too-many-requests' } } });
  release();
  await Promise.all(works);
  expect((await api.call(`${notes.path}/${call}`, request())).status).toBe(status);
});
