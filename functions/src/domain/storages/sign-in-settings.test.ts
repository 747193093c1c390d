import { SignInInput, StorageChange } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { createStorage, updateStorage } from './storages.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const change = async (storageId: string, signIn: object) =>
  (await updateStorage(api.services, { caller: admin, path: { projectId: 'p1', storageId }, change: { signIn } })).signIn;
const stored = async (id: string) => (await databaseOf(api.services.store).doc(`storages/${id}`).get()).get('signIn') as unknown;

test('a storage shows the usual settings until it has its own, and keeps what a change leaves out', async () => {
  const { id } = await api.storage('users');
  expect(await change(id, {})).toEqual({
    origins: [],
    requestsPerMinute: 1200,
    requestsPerMinutePerClient: 60,
    signUp: 'open',
    mailDomains: [],
    methods: ['password'],
    verifyEmail: false,
    hook: null,
    linkPage: null,
    providers: [],
    returnPages: [],
    passkeyDomain: null,
    secondFactor: 'off',
    secondFactorFor: null,
    secondFactorWays: ['totp'],
    teams: false,
    teamRoles: [],
  });
  await change(id, { origins: ['https://shop.example.com'], signUp: 'closed' });
  expect(await change(id, { requestsPerMinute: 30 })).toMatchObject({
    origins: ['https://shop.example.com'],
    signUp: 'closed',
    requestsPerMinute: 30,
  });
});

test('of two people with one list open, each keeps what the other has added, taken away and changed', async () => {
  const { id } = await api.storage('users');
  const google = { id: 'google', kind: 'google' as const, clientId: 'a', clientSecret: 'kept' };
  const github = { ...google, id: 'github', kind: 'github' as const };
  const { clientSecret: _, ...shownGoogle } = google;
  const seen = await change(id, { origins: ['https://a.test', 'https://b.test'], providers: [google] });
  await change(id, {
    origins: ['https://b.test', 'https://c.test'],
    methods: ['password', 'code'],
    providers: [{ ...google, clientId: 'b' }],
  });
  const signIn = {
    origins: [...seen.origins, 'https://d.test'],
    methods: ['password' as const, 'passkey' as const],
    providers: [shownGoogle, github],
  };
  const { methods, origins, providers } = await updateStorage(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: id },
    change: StorageChange.parse({
      signIn,
      endUserAccess: { readOnly: ['role'] },
      seen: { signIn: { origins: seen.origins, methods: seen.methods, providers: seen.providers } },
    }),
  }).then((storage) => storage.signIn);
  expect(origins).toEqual(['https://b.test', 'https://d.test', 'https://c.test']);
  expect(methods).toEqual(['password', 'passkey', 'code']);
  expect(providers.map((provider) => [provider.id, provider.clientId])).toEqual([
    ['google', 'b'],
    ['github', 'a'],
  ]);
  expect(await stored(id)).toMatchObject({ providers: [{ clientSecret: expect.any(String) }, { clientSecret: expect.any(String) }] });
});

test('a list that is too long with what others have added meanwhile is refused by its name', async () => {
  const { id } = await api.storage('users');
  const pages = (name: string) => Array.from({ length: 15 }, (_, i) => `https://${name}${i}.test`);
  await change(id, { origins: pages('a') });
  const refused = updateStorage(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: id },
    change: { signIn: { origins: pages('b') }, seen: { signIn: { origins: [] } } },
  });
  await expect(refused).rejects.toMatchObject({ status: 400, details: [{ field: 'signIn.origins' }] });
});

test('sign-up by mail domain names at least one', async () => {
  const { id } = await api.storage('users');
  const refused = { status: 400, details: [{ field: 'signIn.mailDomains' }] };
  await expect(change(id, { signUp: 'domain' })).rejects.toMatchObject(refused);
  expect(await stored(id)).toBeUndefined();
  await change(id, { signUp: 'domain', mailDomains: ['firm.example'] });
  await expect(change(id, { mailDomains: [] })).rejects.toMatchObject(refused);
  expect(await stored(id)).toMatchObject({ mailDomains: ['firm.example'] });
});

test('people come back from a provider to pages of the named origins alone', async () => {
  const { id } = await api.storage('users');
  const origins = ['https://shop.example.com'];
  for (const page of [
    'https://evil.test/in',
    'https://shop.example.com.evil.test/in',
    'https://shop.example.com@evil.test/in',
    'http://shop.example.com/in',
  ])
    await expect(change(id, { origins, returnPages: ['https://shop.example.com/in', page] })).rejects.toMatchObject({
      status: 400,
      details: [{ field: 'signIn.returnPages' }],
    });
  expect(await stored(id)).toBeUndefined();
  await change(id, { origins, returnPages: ['https://shop.example.com/in'] });
});

test('the page of links is on an origin that the storage names, and is there when links are', async () => {
  const { id } = await api.storage('users');
  const refused = { status: 400, details: [{ field: 'signIn.linkPage' }] };
  await expect(change(id, { linkPage: 'https://evil.test/in' })).rejects.toMatchObject(refused);
  await expect(change(id, { methods: ['link'] })).rejects.toMatchObject(refused);
  const origins = ['https://shop.example.com'];
  await expect(change(id, { origins, linkPage: 'https://shop.example.com.evil.test/in' })).rejects.toMatchObject(refused);
  await expect(change(id, { origins, linkPage: 'https://shop.example.com@evil.test/in' })).rejects.toMatchObject(refused);
  await change(id, { origins, methods: ['link'], linkPage: 'https://shop.example.com/in' });
  await expect(change(id, { origins: [] })).rejects.toMatchObject(refused);
});

test('the domain of passkeys has a page of the storage on it', async () => {
  const { id } = await api.storage('users');
  const refused = { status: 400, details: [{ field: 'signIn.passkeyDomain' }] };
  await expect(change(id, { passkeyDomain: 'example.com' })).rejects.toMatchObject(refused);
  await expect(change(id, { origins: ['https://badexample.com'], passkeyDomain: 'example.com' })).rejects.toMatchObject(refused);
  await change(id, { origins: ['https://shop.example.com', 'http://localhost:3000'], passkeyDomain: 'example.com' });
});

test('a required second factor has a way for whoever signs in by mail', async () => {
  const { id } = await api.storage('users');
  const mailAlone = { secondFactor: 'required', secondFactorWays: ['mail'], methods: ['password', 'code'] };
  await expect(change(id, mailAlone)).rejects.toMatchObject({ status: 400, details: [{ field: 'signIn.secondFactorWays' }] });
  expect(await stored(id)).toBeUndefined();
  for (const other of [{ methods: ['password'] }, { secondFactor: 'optional' }, { secondFactorWays: ['mail', 'totp'] }])
    await change(id, { ...mailAlone, ...other });
});

test('a rule about the second factor asks for a field that users cannot change, and that stays so', async () => {
  const { id } = await api.storage('users');
  const rule = (field: string) => ({ secondFactor: 'required', secondFactorFor: { field, values: ['admin'] } });
  const refused = { status: 400, details: [{ field: 'signIn.secondFactorFor' }] };
  for (const field of ['plan', 'password', 'email']) await expect(change(id, rule(field))).rejects.toMatchObject(refused);
  expect(await stored(id)).toBeUndefined();
  const input = { storageKey: 'users2', storageName: 'Users', is_softDelete: false, signIn: SignInInput.parse(rule('plan')) };
  await expect(createStorage(api.services, { caller: admin, projectId: 'p1', input })).rejects.toMatchObject(refused);
  await change(id, rule('role'));
  const opened = updateStorage(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: id },
    change: { endUserAccess: { readOnly: ['plan'] } },
  });
  await expect(opened).rejects.toMatchObject(refused);
  expect(await change(id, { secondFactorFor: null })).toMatchObject({ secondFactor: 'required', secondFactorFor: null });
});

test('a second factor is required by conditions, each on a field that users cannot change', async () => {
  const { id } = await api.storage('users');
  const required = (secondFactorFor: unknown) => ({ secondFactor: 'required', secondFactorFor });
  const role = { field: 'role', op: '=', value: 'admin' };
  const asSent = required([
    { field: 'role', value: 'admin' },
    { field: 'createdAt', op: '<', value: '@now-7d' },
  ]);
  const shown = await change(id, SignInInput.parse(asSent));
  expect(shown.secondFactorFor).toEqual([[role, { field: 'createdAt', op: '<', value: '@now-7d' }]]);
  // Of two who save at once, both count.
  const path = { projectId: 'p1', storageId: id };
  const seen = { signIn: { secondFactorFor: shown.secondFactorFor } };
  const both = await updateStorage(api.services, {
    caller: admin,
    path,
    change: StorageChange.parse({ signIn: { secondFactorFor: [...(shown.secondFactorFor ?? []), [role]] }, seen }),
  });
  expect(both.signIn.secondFactorFor).toHaveLength(2);
  for (const field of ['plan', 'updatedAt', 'profile.role', 'userId', 'email'])
    await expect(change(id, required([[role], [{ field, op: '=', value: 'x' }]]))).rejects.toMatchObject({
      status: 400,
      details: [{ field: 'signIn.secondFactorFor', message: expect.stringContaining(field) }],
    });
  await expect(change(id, required([[{ field: 'createdAt', op: '<', value: 'soon' }]]))).rejects.toMatchObject({
    details: [{ field: 'signIn.secondFactorFor', message: expect.stringContaining('dateTime') }],
  });
});

test.each([
  [[], 'at least one condition'],
  [[[]], 'at least one condition'],
  [{ field: 'role', values: [] }, 'at least one condition'],
  ['role=admin', 'at least one condition'],
  [[{ field: 'role', value: '' }], 'at least one condition'],
  [[{ field: 'role', value: '@user.role' }], 'not with @user'],
  [[{ field: 'role', value: ['admin', '@user.id'] }], 'not with @user'],
  [[{ field: 'role', op: '>', value: null }], '[0].value'],
  [Array.from({ length: 21 }, () => ({ field: 'role', value: 'x' })), 'at most 20'],
])('the conditions %j are refused with what is wrong', (secondFactorFor, sentence) => {
  const { error } = StorageChange.safeParse({ signIn: { secondFactor: 'required', secondFactorFor } });
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['signIn.secondFactorFor', expect.stringContaining(sentence)],
  ]);
});

test.each([
  [{ origins: ['https://shop.example.com/'] }],
  [{ origins: ['https://*.example.com'] }],
  [{ origins: ['shop.example.com'] }],
  [{ origins: Array(21).fill('https://a.test') }],
  [{ mailDomains: ['@firm.example'] }],
  [{ mailDomains: ['firm'] }],
  [{ requestsPerMinute: 0 }],
  [{ requestsPerMinutePerClient: 1.5 }],
  [{ signUp: 'everyone' }],
  [{ origin: [] }],
  [{ methods: ['sms'] }],
  [{ secondFactor: 'sms' }],
  [{ secondFactorWays: ['sms'] }],
  [{ secondFactorWays: [] }],
  [{ teamRoles: ['owner'] }],
  [{ teamRoles: ['a b'] }],
  [{ passkeyDomain: 'https://example.com' }],
  [{ linkPage: 'javascript:alert(1)' }],
  [{ linkPage: 'https://shop.example.com/#x' }],
])('the settings %j are refused', (signIn) => {
  expect(StorageChange.safeParse({ signIn }).success).toBe(false);
});
