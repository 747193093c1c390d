import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { purgeDeletedUsers } from '../../domain/app-users/delete-self.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let users: Awaited<ReturnType<typeof api.storage>>;
let ahead = 0;

const password = 'a-pass-word-1';
const day = 86_400_000;

beforeAll(async () => {
  const clock = () => Date.now() + ahead;
  api = await startApi({ clock });
  Object.assign(api.services.records, { now: clock });
  users = await api.storage('users', { endUserAccess: { read: 'own', write: 'own' } });
});
afterAll(() => api.stop());

const call = (path: string, body: object, bearer?: string) => api.call(`${users.path}/${path}`, { body, ...(bearer ? { bearer } : {}) });
const signIn = (username: string) => call('authenticate', { username, password });
async function aUser(username: string) {
  const { id } = (await api.call(users.path, { body: { username, email: `${username}@example.test`, password } })).body.data;
  const { accessToken, refreshToken } = (await signIn(username)).body;
  return { id: id as string, bearer: accessToken as string, refreshToken: refreshToken as string };
}
const codeTo = (address: string) => /^([\w-]{24})$/m.exec(api.mails.findLast(({ to }) => to === address)?.mail.text ?? '')?.[1] ?? '';
const leave = (bearer: string) => call('me/delete', { currentPassword: password }, bearer);
const exists = async (path: string) => (await databaseOf(api.services.store).doc(path).get()).exists;

test('a user who leaves is out at once, keeps the names, and comes back by the code of a mail, once', async () => {
  const { id, bearer, refreshToken } = await aUser('ann');
  expect(await leave(bearer)).toMatchObject({ status: 200, body: { goesAt: expect.any(String) } });
  await expect.poll(async () => (await api.call(`${users.path}/me`, { bearer })).status).toBe(401);
  expect((await call('refresh', { refreshToken })).status).toBe(401);
  expect((await signIn('ann')).status).toBe(401);
  expect((await api.call(`${users.path}/dataId/${id}`)).status).toBe(404);
  expect((await api.call(users.path, { body: { username: 'ANN', password } })).status).toBe(409);
  const token = codeTo('ann@example.test');
  expect((await call('undo-delete', { token: 'x'.repeat(24) })).status).toBe(404);
  ahead += 29 * day;
  expect((await call('undo-delete', { token })).status).toBe(200);
  expect((await signIn('ann')).body.data.id).toBe(id);
  expect((await call('undo-delete', { token })).status).toBe(404);
});

test('who is back is in at once, though an earlier token was tried meanwhile, and that token stays over', async () => {
  const { bearer } = await aUser('eve');
  await leave(bearer);
  await expect.poll(async () => (await api.call(`${users.path}/me`, { bearer })).status).toBe(401);
  expect((await call('undo-delete', { token: codeTo('eve@example.test') })).status).toBe(200);
  const accessToken = (await signIn('eve')).body.accessToken as string;
  expect((await api.call(`${users.path}/me`, { bearer: accessToken })).status).toBe(200);
  expect((await api.call(`${users.path}/me`, { bearer })).status).toBe(401);
});

test('a stolen token deletes nobody', async () => {
  const { bearer } = await aUser('tom');
  expect((await call('me/delete', {}, bearer)).status).toBe(403);
  expect((await call('me/delete', { currentPassword: 'wrong' }, bearer)).status).toBe(403);
  expect((await signIn('tom')).status).toBe(200);
});

test('after thirty days nothing is left, and the names are free', async () => {
  const { id, bearer } = await aUser('old');
  await leave(bearer);
  ahead += 29 * day;
  await purgeDeletedUsers(api.services);
  expect(await exists(`storages/${users.id}/deleted/${id}`)).toBe(true);
  ahead += day + 1000;
  expect((await call('undo-delete', { token: codeTo('old@example.test') })).status).toBe(404);
  await purgeDeletedUsers(api.services);
  await purgeDeletedUsers(api.services);
  expect((await databaseOf(api.services.store).doc(`storages/${users.id}/deleted/${id}`).get()).get('kind')).toBe('tombstone');
  expect(await exists(`storages/${users.id}/private/${id}`)).toBe(false);
  expect(await exists(`appDeletions/${id}`)).toBe(false);
  expect((await api.call(users.path, { body: { username: 'old', email: 'old@example.test', password } })).status).toBe(201);
});

test('a hundred who cannot go yet keep nobody back who follows them', async () => {
  const { id, bearer } = await aUser('last');
  await leave(bearer);
  const database = databaseOf(api.services.store);
  const stuck = Array.from({ length: 100 }, (_, at) => database.doc(`appDeletions/stuck${at}`));
  await Promise.all(stuck.map((one) => one.set({ storageId: 'broken', goesAt: new Date(0) })));
  const { storages } = api.services.store;
  const { get } = storages;
  const broken = vi.spyOn(storages, 'get').mockImplementation((storageId, ...given) => {
    return storageId === 'broken' ? Promise.reject(new Error('No answer.')) : get.call(storages, storageId, ...given);
  });
  const told = vi.spyOn(console, 'error').mockReturnValue();
  ahead += 31 * day;
  await purgeDeletedUsers(api.services);
  broken.mockRestore();
  told.mockRestore();
  expect(await exists(`appDeletions/${id}`)).toBe(false);
  await Promise.all(stuck.map((one) => one.delete()));
});

test('whom the owner has brought back stays', async () => {
  const { id, bearer } = await aUser('back');
  await leave(bearer);
  expect((await api.call(`${users.path}/dataId/${id}/restore`, { method: 'POST' })).status).toBe(200);
  ahead += 31 * day;
  await purgeDeletedUsers(api.services);
  expect((await api.call(`${users.path}/dataId/${id}`)).status).toBe(200);
  expect(await exists(`appDeletions/${id}`)).toBe(false);
});

test('who came back, and was deleted by somebody else later, stays in the trash', async () => {
  const { id, bearer } = await aUser('again');
  await leave(bearer);
  const one = `${users.path}/dataId/${id}`;
  expect((await api.call(`${one}/restore`, { method: 'POST' })).status).toBe(200);
  ahead += day;
  const storage = databaseOf(api.services.store).doc(`storages/${users.id}`);
  await storage.update({ is_softDelete: true });
  await expect.poll(async () => (await api.services.caches.storages.get(storage.path))?.data.is_softDelete).toBe(true);
  expect((await api.call(one, { method: 'DELETE' })).status).toBe(200);
  ahead += 30 * day;
  await purgeDeletedUsers(api.services);
  expect((await databaseOf(api.services.store).doc(`storages/${users.id}/deleted/${id}`).get()).get('kind')).toBe('trash');
  expect(await exists(`appDeletions/${id}`)).toBe(false);
});

test('the code of another storage brings nobody back', async () => {
  const { bearer } = await aUser('far');
  await leave(bearer);
  const others = await api.storage('users');
  expect((await api.call(`${others.path}/undo-delete`, { body: { token: codeTo('far@example.test') } })).status).toBe(404);
});
