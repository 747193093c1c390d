import { StorageChange } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { updateStorage } from './storages.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const change = (storageId: string, body: object) =>
  updateStorage(api.services, { caller: admin, path: { projectId: 'p1', storageId }, change: StorageChange.parse(body) });

test('two people who save other parts of access, passwords and sign-in keep what the other one has saved', async () => {
  const { id, read } = await api.storage('users');
  await change(id, { endUserAccess: { read: 'own' }, passwordRules: { minLength: 12 }, signIn: { verifyEmail: true } });
  await change(id, { endUserAccess: { readOnly: ['level'] }, passwordRules: { refuseCommon: false }, signIn: { teams: true } });
  await change(id, { endUserAccess: { write: 'all' } });
  expect((await read()).data).toMatchObject({
    endUserAccess: { read: 'own', write: 'all', readOnly: ['level'] },
    passwordRules: { minLength: 12, refuseCommon: false },
    signIn: { verifyEmail: true, teams: true },
  });
});

test('parts that nobody has set are the usual ones', async () => {
  const { id } = await api.storage('users');
  expect(await change(id, { endUserAccess: { write: 'own' }, passwordRules: { refuseCommon: false } })).toMatchObject({
    endUserAccess: { read: 'none', write: 'own' },
    passwordRules: { minLength: 8, refuseCommon: false },
  });
});
