import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ownerOf } from '../../../test/callers.ts';
import { databaseOf, makeStorage, type memoryFiles } from '../../../test/data-services.ts';
import { origin, rightPassword, startAuthWorld } from '../../../test/auth-world.ts';
import type { Services } from '../../services/services.ts';
import { takeAddress } from '../accounts/find-user.ts';
import { finishLogin } from '../accounts/login.ts';
import { deleteAccount } from './delete-account.ts';
import { sweepPurges } from './sweep-purges.ts';

let world: Awaited<ReturnType<typeof startAuthWorld>>;
const database = () => databaseOf(world.services.store);
beforeAll(async () => {
  world = await startAuthWorld();
  await Promise.all([seed('mine', ['ann', 'bob']), seed('other', ['eve'])]);
});
afterAll(() => world?.stop());

const memory = () => world.services.records.files as ReturnType<typeof memoryFiles>; // the files of a test
const files = () => memory().objects;
const given = { email: 'Ann@example.test ', current_password: rightPassword };

/** An account with a document of every kind that one leaves. */
async function seed(tenantId: string, people: string[]) {
  const [owner = ''] = people;
  await world.addAccount(tenantId, Object.fromEntries(people.map((uid, i) => [uid, i === 0 ? 'admin' : 'developer'])));
  const storage = await makeStorage(world.services.records, { tenantId, projectId: `of-${tenantId}`, storageKey: 'notes' });
  const { id: storageId } = await storage();
  const at = new Date();
  const upload = `tenants/${tenantId}/of-${tenantId}/${storageId}/r1/film`;
  memory().uploads.set(`upload-of-${tenantId}`, { path: upload, type: 'text/plain' });
  const documents: Record<string, object> = {
    [`storages/${storageId}/records/r1`]: { data: {}, idx: [] },
    [`storages/${storageId}/deleted/r2`]: { data: {}, kind: 'trash' },
    [`projects/old-${tenantId}`]: { tenantId, name: 'Old', archivedAt: at, createdAt: at },
    [`apiKeys/named-${tenantId}`]: { tenantId, kind: 'scoped', projectId: `of-${tenantId}` },
    [`keyUse/named-${tenantId}`]: { tenantId, calls: 1, lastUsedAt: at },
    [`endpoints/e-${tenantId}`]: { tenantId, projectId: `of-${tenantId}`, storageId, tokenCipher: null, createdAt: at },
    [`deliveries/d-${tenantId}`]: { tenantId, projectId: `of-${tenantId}`, storageId, endpointId: `e-${tenantId}`, state: 'sent' },
    [`uploads/u-${tenantId}`]: { tenantId, storageId, expiresAt: at, uploadUrl: `upload-of-${tenantId}`, file: { path: upload, size: 1 } },
    [`usage/${tenantId}_202611`]: { tenantId, month: '202611', used: 3 },
    [`usageParts/${tenantId}_202611_p`]: { tenantId, scope: `${tenantId}_202611` },
    [`fileUsage/${tenantId}`]: { bytes: 5, files: 1, pending: 0 },
    [`boughtCredits/${tenantId}`]: { used: 5 },
    [`recordCounts/${storageId}`]: { base: 1, asOf: at },
    [`activity/a-${tenantId}`]: { tenantId, projectId: null, createdAt: at },
    [`feedback/f-${tenantId}`]: { tenantId, createdAt: at, images: [] },
    [`billing/${tenantId}`]: { tenantId, customerId: null },
    [`subscriptions/s-${tenantId}`]: { tenantId, createdAt: at },
    [`creditLedger/c-${tenantId}`]: { tenantId, credits: 5 },
    [`usedDiscounts/x_${tenantId}`]: { tenantId, createdAt: at },
    [`appSessions/as-${tenantId}`]: { storageId },
    [`appUserTokens/at-${tenantId}`]: { storageId },
    [`appInvitations/ai-${tenantId}`]: { storageId },
    [`appDeletions/ad-${tenantId}`]: { storageId },
    [`signInChallenges/sc-${tenantId}`]: { storageId },
    [`mail/m-${tenantId}`]: { to: { name: owner, address: `${owner}@example.test` }, delivery: { state: 'success' } },
  };
  await Promise.all(Object.entries(documents).map(([path, data]) => database().doc(path).set(data)));
  for (const uid of people) {
    world.users.set(uid, {});
    await world.services.store.commit([takeAddress(`${uid}@example.test`, uid)]);
    await database().doc(`authTokens/t-${uid}`).set({ uid, kind: 'reset' });
    await finishLogin(world.services, { email: `${uid}@example.test`, password: rightPassword }, origin);
  }
  for (const path of [`tenants/${tenantId}/of-${tenantId}/${storageId}/a.txt`, `feedback/f-${tenantId}/a.png`])
    files().set(path, { content: Buffer.from('hello') } as never);
  world.mails.length = 0;
}

/** Paths of everything in the database, without what only counts and mails that wait. */
async function everything(): Promise<string[]> {
  const below = async (collections: FirebaseFirestore.CollectionReference[]): Promise<string[]> => {
    const found = await Promise.all(
      collections.map(async (each) => {
        const documents = await each.listDocuments();
        const deeper = await Promise.all(documents.map(async (document) => below(await document.listCollections())));
        const stored = await each.get();
        return [...stored.docs.map(({ ref }) => ref.path), ...deeper.flat()];
      }),
    );
    return found.flat();
  };
  return [...(await below(await database().listCollections())), ...files().keys(), ...world.users.keys()].sort();
}

const after = (minutes: number) => Object.create(world.services, { clock: { value: () => Date.now() + minutes * 60_000 } }) as Services;

test('it takes the typed address and the proofs of a new password, and a refusal deletes nothing', async () => {
  const before = await everything();
  const ann = ownerOf('mine', 'ann');
  for (const [wrong, field] of [
    [{ ...given, email: 'bob@example.test' }, 'email'],
    [{ email: given.email }, 'current_password'],
    [{ ...given, current_password: 'Wrong-horse-9' }, 'current_password'],
  ] as const)
    await expect(deleteAccount(world.services, ann, wrong)).rejects.toMatchObject({ code: 'invalid-argument', details: [{ field }] });
  await database().doc('users/ann').update({ is_enable_two_factor: true });
  const details = [{ field: 'twoFactorCode' }];
  await expect(deleteAccount(world.services, ann, given)).rejects.toMatchObject({ code: 'invalid-argument', details });
  await database().doc('users/ann').update({ is_enable_two_factor: false });
  expect((await everything()).filter((path) => !path.startsWith('attempts/'))).toEqual(
    before.filter((path) => !path.startsWith('attempts/')),
  );
  expect(world.mails).toEqual([]);
});

test('a call that finds the account deleted meanwhile deletes nothing and mails nobody', async () => {
  const tenant = database().doc('tenants/mine');
  const kept = (await tenant.get()).data() ?? {};
  const { store } = world.services;
  const transaction = store.transaction.bind(store);
  const spy = vi.spyOn(store, 'transaction').mockImplementation(async (work) => {
    await tenant.delete();
    return transaction(work);
  });
  const unlocked = async () => (await everything()).filter((path) => !path.startsWith('attempts/'));
  const before = await unlocked();
  await expect(deleteAccount(world.services, ownerOf('mine', 'ann'), given)).rejects.toMatchObject({ code: 'not-found' });
  spy.mockRestore();
  await tenant.set(kept);
  expect(await unlocked()).toEqual(before);
  expect(world.mails).toEqual([]);
});

test('everything of it is gone, everyone is told, and the other account has lost nothing', async () => {
  const before = await everything();
  await deleteAccount(world.services, ownerOf('mine', 'ann'), given);
  expect(world.mails.map(({ to }) => to).sort()).toEqual(['ann@example.test', 'bob@example.test']);
  expect(world.mails[0]?.text).toContain('invoices stay with our payment provider');
  await expect(finishLogin(world.services, { email: 'bob@example.test', password: rightPassword }, origin)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  // A request that was under way.
  await database().doc('activity/late').set({ tenantId: 'mine', projectId: null, createdAt: new Date() });
  for (const minutes of [5, 30, 35]) await sweepPurges(after(minutes));
  const left = await everything();
  const own = /mine|ann|bob/;
  expect(left.filter((path) => own.test(path) || path === 'activity/late' || path.startsWith('purges/'))).toEqual([]);
  const others = (paths: string[]) => paths.filter((path) => /other|eve/.test(path));
  expect(others(left)).toEqual(others(before));
  // Its address would have taken bytes for a week.
  expect([...memory().uploads.keys()]).toEqual(['upload-of-other']);
  // Of two accounts alike one is left: so much was found by the ids of neither.
  const kinds = (paths: string[], kind: string) => paths.filter((path) => path.startsWith(`${kind}/`)).length;
  for (const kind of ['storages', 'sessions', 'activity', 'unique', 'credentials', 'users', 'mail'])
    expect([kind, kinds(left, kind) < kinds(before, kind), kinds(left, kind) > 0]).toEqual([kind, true, true]);
});
