import { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { appPage, postFromPage } from '../../../test/from-page.ts';
import { namedKey } from '../../../test/named-key.ts';
import { makeKeyPair } from '../../crypto/key-pair.ts';

let api: ApiServer;
let path: string;

const page = 'https://shop.example.com';
const project = { name: 'Other', description: '', archivedAt: null, counters: { storages: 0 } };

beforeAll(async () => {
  api = await startApi();
  ({ path } = await api.storage('things'));
  const now = { createdAt: Timestamp.now(), updatedAt: Timestamp.now() };
  await databaseOf(api.services.store)
    .doc('projects/foreign')
    .set({ ...project, ...now, tenantId: 't2' });
  await databaseOf(api.services.store)
    .doc('projects/second')
    .set({ ...project, ...now, tenantId: 't1' });
});
afterAll(() => api.stop());

const open = async (headers: Record<string, string>) => {
  const { status, body } = await api.call(`${path}/count`, { headers });
  return status === 401 ? [status, body.message] : status;
};

const named = async (change: object) => (await namedKey(api, change)).apiKey;

test('whatever is wrong with keys and project gets one answer', async () => {
  const ours = makeKeyPair(api.services.config.tokenPepper);
  const others = makeKeyPair('another pepper of 32 characters or more');
  const wrong: Record<string, string>[] = [
    { 'x-project-id': 'foreign' },
    { 'x-project-id': 'nobodys' },
    { 'x-project-id': '' },
    { 'x-project-id': 'p1/storages/x' },
    { 'x-project-id': '__all__' },
    { 'x-secret-key': ours.secretKey },
    { 'x-secret-key': '' },
    { 'x-secret-key': `${api.keyHeaders['x-secret-key']}${'x'.repeat(300)}` },
    { 'x-api-key': ours.apiKey, 'x-secret-key': ours.secretKey },
    { 'x-api-key': others.apiKey },
    { 'x-api-key': '' },
    { 'x-api-key': await named({ projectId: 'second' }), 'x-secret-key': '' },
    { 'x-api-key': await named({ active: false }), 'x-secret-key': '' },
    { 'x-api-key': await named({ tenantId: 't2' }), 'x-secret-key': '' },
  ];
  const answers = await Promise.all(wrong.map((change) => open({ ...api.keyHeaders, ...change })));
  expect(answers).toEqual(wrong.map(() => [401, 'Unauthorized: Invalid API key or Secret Key.']));
  expect(await open(api.keyHeaders)).toBe(200);
});

test.each([
  ['has ended', { expiresAt: Timestamp.fromMillis(1) }, {}, 403],
  ['ends later', { expiresAt: Timestamp.fromMillis(Date.now() + 60_000) }, {}, 200],
  ['is for a page, from it', { origins: [page] }, { origin: page }, 200],
  ['is for a page, from another', { origins: [page] }, { origin: `${page}.evil.test` }, 403],
  ['is for a page, from none', { origins: [page] }, {}, 403],
])('a named key that %s', async (_, change, headers, status) => {
  expect(await open({ 'x-api-key': await named(change), 'x-secret-key': '', ...headers })).toBe(status);
});

test.each([
  ['a suspended account', 'tenants/t1', { active: false }, { active: true }, 403],
  ['an archived project', 'projects/p1', { archivedAt: Timestamp.now() }, { archivedAt: null }, 404],
])('keys, app users and pages of %s reach nothing, and everything again afterwards', async (_, place, closed, opened, status) => {
  const users = await api.storage('users', { endUserAccess: { read: 'own', write: 'own' }, signIn: { origins: [appPage] } });
  const ann = { username: 'ann', password: 'a-pass-word-1' };
  const { accessToken: bearer } = (await postFromPage(api, users, 'sign-up', { body: ann })).body;
  const reached = async () => [
    await open(api.keyHeaders),
    (await api.call(`${users.path}/me`, { bearer })).status,
    (await postFromPage(api, users, 'sign-in/password', { body: ann })).status,
  ];
  expect(await reached()).toEqual([200, 200, 200]);
  const document = databaseOf(api.services.store).doc(place);
  await document.update(closed);
  await expect.poll(reached).toEqual([status, status, status]);
  await document.update(opened);
  await expect.poll(reached).toEqual([200, 200, 200]);
});
