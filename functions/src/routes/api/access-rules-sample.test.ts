import { Grants } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { saveAccess, tryAccess, tryAccessAs } from '../../domain/grants/save-access.ts';

let api: ApiServer;
let notes: Awaited<ReturnType<ApiServer['storage']>>;

beforeAll(async () => {
  api = await startApi();
  notes = await api.storage('notes');
  await api.call(notes.path, { body: [{ title: 'a' }, { title: 'b' }] });
});
afterAll(() => api.stop());

const path = () => ({ projectId: 'p1', storageId: notes.id });
const parsed = (rules: unknown) => Grants.parse(rules);
const trial = (rules: unknown) => tryAccess(api.services, admin, { path: path(), trial: { grants: parsed(rules) } });

async function key(id: string, change: object = {}) {
  const now = Timestamp.now();
  const named = { kind: 'scoped', name: id, storages: ['*'], verbs: ['read'], origins: [], expiresAt: null, active: true };
  const place = { tenantId: 't1', projectId: 'p1', createdAt: now, updatedAt: now };
  await databaseOf(api.services.store)
    .doc(`apiKeys/${id}`)
    .set({ ...named, ...place, ...change });
}

test('without a users storage there are no users to look at, and none to try rules as', async () => {
  expect(await trial([{ who: 'anyone', verbs: ['list', 'read'] }])).toMatchObject({ users: 0, records: 2, isWhole: true });
  const as = { as: { user: 'ann' }, grants: parsed([]) };
  await expect(tryAccessAs(api.services, admin, { path: path(), trial: as })).rejects.toMatchObject({
    details: [{ field: 'as.user', key: 'grantNoUsers' }],
  });
});

test('a change is tried for the keys that read the storage now, and for no others', async () => {
  await key('reader');
  for (const [id, change] of Object.entries({
    resting: { active: false },
    writer: { verbs: ['create'] },
    elsewhere: { storages: ['another'] },
    abroad: { projectId: 'p2' },
    stranger: { tenantId: 't2' },
    pair: { kind: 'account' },
  }))
    await key(id, change);
  expect(await trial([])).toMatchObject({ lost: { users: 0, keys: 1, records: 2 }, isWhole: true });
  for (let i = 0; i < 25; i += 1) await key(`more-${i}`);
  expect(await trial([])).toMatchObject({ lost: { keys: 25 }, isWhole: false });
});

test('of more than a hundred records the newest are looked at', async () => {
  const many = await api.storage('many');
  for (const size of [100, 1]) await api.call(many.path, { body: Array.from({ length: size }, (_, n) => ({ n })) });
  const place = { projectId: 'p1', storageId: many.id };
  for (let i = 0; i < 25; i += 1) await key(`more-${i}`, { active: false });
  expect(await tryAccess(api.services, admin, { path: place, trial: { grants: [] } })).toMatchObject({ records: 100, isWhole: false });
});

test('rules name keys of their own project alone', async () => {
  for (const [id, known] of [
    ['reader', true],
    ['abroad', false],
    ['stranger', false],
    ['pair', false],
    ['nosuch', false],
  ] as const) {
    const told = trial([{ who: { key: id }, verbs: ['read'] }]).then(
      () => true,
      ({ details }: { details: { field: string; key: string }[] }) => details[0]?.field !== 'grants[0].who.key',
    );
    expect([id, await told]).toEqual([id, known]);
  }
});

test('rules that LiveSync can decide are saved for live use, and closed fields of the storage stay', async () => {
  const live = await api.storage('live', { endUserAccess: { read: 'all', write: 'none', readOnly: ['state'] } });
  const change = { version: 0, live: true, grants: parsed([{ who: 'signedIn', verbs: ['list', 'read'] }]) };
  const saved = await saveAccess(api.services, admin, { path: { projectId: 'p1', storageId: live.id }, change });
  expect(saved.live.users).toBe('all');
  expect((await live.read()).data.endUserAccess).toEqual({ read: 'all', write: 'none', readOnly: ['state'] });
});

test('roles mean something where users cannot set them', async () => {
  const byRole = [{ who: { role: 'editor' }, verbs: ['read'] }];
  const users = await api.storage('users', { endUserAccess: { read: 'own', write: 'own', readOnly: ['credits'] } });
  await expect(trial(byRole)).rejects.toMatchObject({
    details: [{ field: 'grants[0]', key: 'grantUserField', values: { field: 'role' } }],
  });
  await databaseOf(api.services.store)
    .doc(`storages/${users.id}`)
    .update({ 'endUserAccess.readOnly': ['role'] });
  expect((await trial(byRole)).live.users).toBe('none');
});
