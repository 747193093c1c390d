import { ApiKeyChange, limits } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import { leavingAtEachStep } from '../../../test/leaving.ts';
import { createServices, type Services } from '../../services/services.ts';
import { apiKeyDocument, apiKeyId, makeKeyPair } from '../../crypto/key-pair.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Caller } from '../callers/caller.ts';
import { changeKeys } from './change-keys.ts';
import { createKey, listKeys, removeKey, updateKey } from './scoped-keys.ts';

const origin = { ip: '203.0.113.7', userAgent: 'Firefox on a Mac' };
const caller: Caller = {
  uid: 'ada',
  sid: 's1',
  role: 'admin',
  tenantId: 't1',
  projectId: null,
  owner: { uid: 'ada', name: 'Ada' },
  name: 'Ada',
  email: 'ada@example.test',
};
const input = { name: 'Page', projectId: 'p1', storages: ['*'], verbs: ['read' as const] };
let data: Awaited<ReturnType<typeof startDataServices>>;
let services: Services;
const mails: string[] = [];

beforeAll(async () => {
  data = await startDataServices();
  services = createServices({
    records: data.services,
    config: {
      emulators: null,
      tokenPepper: 'a pepper of 32 characters or more!',
      keyEncryptionKey: Buffer.alloc(32, 1),
      publicOrigin: 'https://x.test',
    } as unknown as Services['config'],
    mailer: { send: async (_, { to, mail: { subject } }) => void mails.push(`${to.address}: ${subject}`), verify: async () => {} },
  });
  await databaseOf(services.store).doc('projects/p1').set({ tenantId: 't1', name: 'Shop', archivedAt: null });
});
afterAll(() => data?.stop());

test.each(['a/b', 'a/b/c', '__all__', '..', '-', ' '])('the project "%s" is unknown, and no error of the database', async (projectId) => {
  await expect(createKey(services, { caller, input: { ...input, projectId }, origin })).rejects.toMatchObject({ code: 'not-found' });
});

test.each([
  { verbs: ['read'] },
  { storages: ['*'] },
  { origins: ['https://x.test'] },
  { active: false },
  { name: 'Mine' },
  { expiresAt: null },
])('of the account’s own pair limits alone are changed, and not %j', async (change) => {
  const pair = { kind: 'account', tenantId: 't1', active: true, limits: null };
  const key = databaseOf(services.store).doc('apiKeys/pair');
  await key.set(pair);
  const wanted = ApiKeyChange.parse(change);
  await expect(updateKey(services, { caller, id: 'pair', change: wanted, origin })).rejects.toMatchObject({
    code: 'invalid-argument',
    details: [{ field: Object.keys(change)[0] }],
  });
  expect((await key.get()).data()).toEqual(pair);
});

test.each(['__all__', '-'])('the storage "%s" is none of the project', async (id) => {
  await expect(createKey(services, { caller, input: { ...input, storages: [id] }, origin })).rejects.toMatchObject({
    code: 'invalid-argument',
  });
});

test('adding, changing and removing a key stand in the activity log and are told by mail', async () => {
  mails.length = 0;
  const { id } = await createKey(services, { caller, input, origin });
  await updateKey(services, { caller, id, change: { active: false }, origin });
  await removeKey(services, { caller, id, origin });
  const { docs } = await databaseOf(services.store).collection('activity').get();
  const where = 'from 203.0.113.7 with Firefox on a Mac.';
  expect(docs.map((doc) => doc.get('description') as unknown).sort()).toEqual([
    `Ada added the key Page ${where}`,
    `Ada changed the key Page ${where}`,
    `Ada removed the key Page ${where}`,
  ]);
  expect(mails).toEqual([
    'ada@example.test: An API key was added to your Bedplate account',
    'ada@example.test: An API key of your Bedplate account was changed',
    'ada@example.test: An API key of your Bedplate account was removed',
  ]);
});

test('all storages are named alone', async () => {
  const asked = createKey(services, { caller, input: { ...input, storages: ['*', 's1'] }, origin });
  await expect(asked).rejects.toMatchObject({ code: 'invalid-argument', details: [{ field: 'storages' }] });
});

test('the account’s own pair is not removed, and only an account’s member makes a new one', async () => {
  const db = databaseOf(services.store);
  await db.doc('tenants/t1').set({ ownerUid: 'ada', apiKeyId: 'pair', previousApiKeyId: null });
  await db.doc('apiKeys/pair').set({ tenantId: 't1', kind: 'account', active: true });
  await expect(removeKey(services, { caller, id: 'pair', origin })).rejects.toMatchObject({ code: 'invalid-argument' });
  const staff = { ...caller, tenantId: null, owner: null };
  await expect(removeKey(services, { caller: staff, id: 'pair', origin })).rejects.toMatchObject({ code: 'permission-denied' });
  await expect(changeKeys(services, staff, { origin })).rejects.toMatchObject({ code: 'permission-denied' });
  await expect(changeKeys(services, { ...caller, tenantId: 'gone' }, { origin })).rejects.toMatchObject({ code: 'not-found' });
  expect((await db.doc('tenants/t1').get()).get('apiKeyId')).toBe('pair');
  expect((await db.doc('apiKeys/pair').get()).exists).toBe(true);
});

test('a key is changed and removed by its own account alone, and changed to storages of its own project', async () => {
  const { id } = await createKey(services, { caller, input, origin });
  const own = { tenantId: 't1', projectId: 'p1', archived: false };
  const storages = {
    anothers: { ...own, tenantId: 't2' },
    elsewhere: { ...own, projectId: 'p2' },
    archived: { ...own, archived: true },
    own,
  };
  for (const [name, storage] of Object.entries(storages)) await databaseOf(services.store).doc(`storages/${name}`).set(storage);
  for (const name of ['nowhere', 'anothers', 'elsewhere', 'archived'])
    await expect(updateKey(services, { caller, id, change: { storages: ['own', name] }, origin })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining(name),
    });
  const stranger = { ...caller, tenantId: 't2' };
  for (const change of [{ active: false }, { storages: ['nowhere'] }])
    await expect(updateKey(services, { caller: stranger, id, change, origin })).rejects.toMatchObject({ code: 'not-found' });
  await expect(removeKey(services, { caller: stranger, id, origin })).rejects.toMatchObject({ code: 'not-found' });
  expect((await databaseOf(services.store).doc(`apiKeys/${id}`).get()).data()).toMatchObject({ storages: ['*'], active: true });
});

test('a key that is removed while somebody changes it is not found, and stays away, at whichever step', async () => {
  const steps = await leavingAtEachStep(services.store, async () => {
    const { id } = await createKey(services, { caller, input, origin });
    let outcome = '';
    return {
      leave: () => removeKey(services, { caller, id, origin }),
      run: async () => {
        const changing = updateKey(services, { caller, id, change: { name: 'Other' }, origin });
        outcome = await changing.then(
          () => 'changed',
          ({ code }: { code: string }) => code,
        );
      },
      check: async (step) => {
        const { exists } = await databaseOf(services.store).doc(`apiKeys/${id}`).get();
        expect([step, outcome, exists]).toEqual([step, step < 2 ? 'not-found' : 'changed', false]);
      },
    };
  });
  expect(steps).toBeGreaterThan(1);
});

test('of the pairs of an account those are listed that open something', async () => {
  const { tokenPepper, keyEncryptionKey } = services.config;
  const pair = makeKeyPair(tokenPepper);
  const createdAt = Timestamp.now();
  const key = databaseOf(services.store).doc(`apiKeys/${apiKeyId(pair.apiKey)}`);
  const listed = async () => (await listKeys(services, { ...caller, tenantId: 't7' }, undefined)).some(({ id }) => id === key.id);
  for (const [expiresAt, isListed] of [
    [null, true],
    [new Date(Date.now() + 60_000), true],
    [new Date(Date.now() - 60_000), false],
  ] as const) {
    await key.set({ ...apiKeyDocument(pair, keyEncryptionKey, { tenantId: 't7', active: true, createdAt }), expiresAt });
    expect([expiresAt, await listed()]).toEqual([expiresAt, isListed]);
  }
});

test('a project has no more named keys than its limit', async () => {
  const db = databaseOf(services.store);
  await db.doc('projects/full').set({ tenantId: 't1', name: 'Full', archivedAt: null });
  const batch = db.batch();
  for (let i = 0; i < limits.scopedKeysPerProject; i += 1)
    batch.set(db.doc(`apiKeys/full${i}`), { tenantId: 't1', kind: 'scoped', projectId: 'full' });
  await batch.commit();
  const asked = createKey(services, { caller, input: { ...input, projectId: 'full' }, origin });
  await expect(asked).rejects.toMatchObject({ code: 'quota-exceeded' });
  expect(await createKey(services, { caller, input, origin })).toMatchObject({ name: 'Page' }); // of another project
});

test('of two people with one key open, each keeps the verbs and pages that the other has added or taken away', async () => {
  const { id } = await createKey(services, { caller, input: { ...input, origins: ['https://a.test'] }, origin });
  const save = (change: ApiKeyChange) => updateKey(services, { caller, id, change: ApiKeyChange.parse(change), origin });
  const seen = { verbs: ['read' as const], origins: ['https://a.test'], storages: ['*'] };
  await save({ verbs: ['read', 'create'], origins: [], seen });
  const after = await save({ verbs: ['read', 'update'], origins: ['https://a.test', 'https://b.test'], storages: ['*'], seen });
  expect(after).toMatchObject({ verbs: ['read', 'update', 'create'], origins: ['https://b.test'], storages: ['*'] });
  await save({ verbs: ['create'], seen: { verbs: after.verbs } });
  await expect(save({ verbs: ['read', 'update'], seen: { verbs: after.verbs } })).rejects.toMatchObject({ details: [{ field: 'verbs' }] });
});
