import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../test/data-services.ts';
import { create } from '../../store/model/writes.ts';
import { passwordMark } from '../../crypto/crypt.ts';
import { privatePath, recordPath } from '../records/model/paths.ts';
import type { RecordServices } from '../../services/record-services.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { endSession, newSession, rotateSession } from './sessions.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let services: RecordServices;
let storage: StorageRow;
let now = Date.now();

beforeAll(async () => {
  data = await startDataServices();
  services = { ...data.services, now: () => now };
  storage = await (await makeStorage(services, { storageKey: 'users' }))();
  await services.store.commit([
    create(recordPath(storage.id, 'ann'), { data: {} }),
    create(privatePath(storage.id, 'ann'), { password: 'a hash' }),
  ]);
});
afterAll(() => data?.stop());

const from = { userAgent: 'a browser', country: null, city: null };
const ended = { code: 'unauthenticated' };
const refreshed = (token: string) =>
  rotateSession(services, storage, { refreshToken: token, pepper: 'pepper' }).then(({ refreshToken }) => refreshToken);

async function signedIn(): Promise<string> {
  const { refreshToken, write } = newSession(services, { storageId: storage.id, key: 'ann', mark: passwordMark('a hash'), from });
  await services.store.commit([write]);
  return refreshToken;
}

test('tabs that refresh at once get one token, which works', async () => {
  const first = await signedIn();
  const tokens = await Promise.all([1, 2, 3, 4].map(() => refreshed(first)));
  expect(new Set(tokens)).toEqual(new Set([tokens[0]]));
  expect(tokens[0]).not.toBe(first);
  const next = await refreshed(tokens[0] ?? '');
  expect(await refreshed(next)).not.toBe(next);
});

test('a token that was used ends the session after half a minute', async () => {
  const first = await signedIn();
  const second = await refreshed(first);
  now += 29_000;
  expect(await refreshed(first)).toBe(second);
  now += 2_000;
  await expect(refreshed(first)).rejects.toMatchObject(ended);
  await expect(refreshed(second)).rejects.toMatchObject(ended);
});

test('a session that nobody uses for thirty days is over', async () => {
  const month = 30 * 86_400_000;
  const [used, unused] = [await signedIn(), await signedIn()];
  now += month - 1;
  expect(await refreshed(used)).not.toBe(used);
  now += 1;
  await expect(refreshed(unused)).rejects.toMatchObject(ended);
});

test('of two who hold the same token, the one who comes later ends the session', async () => {
  const stolen = await refreshed(await signedIn());
  const theirs = await refreshed(stolen);
  now += 31_000;
  await expect(refreshed(stolen)).rejects.toMatchObject(ended);
  await expect(refreshed(theirs)).rejects.toMatchObject(ended);
});

/** A token that names a session without having its secret: ids of sessions are shown to their user. */
const forged = (token: string) => `${token.split('.')[0]}.${'A'.repeat(43)}`;

test('who knows the id of a session and not its secret gets no token, before and after it was refreshed, and ends nothing', async () => {
  const first = await signedIn();
  await expect(refreshed(forged(first))).rejects.toMatchObject(ended);
  const second = await refreshed(first);
  await expect(refreshed(forged(first))).rejects.toMatchObject(ended);
  await endSession(services, storage, forged(first));
  expect(await refreshed(second)).not.toBe(second);
});

test('a logout with a token of another storage, or one that is no token, ends nothing', async () => {
  const token = await signedIn();
  const other = await (await makeStorage(services, { storageKey: 'users' }))();
  await endSession(services, other, token);
  await endSession(services, storage, 'bpr_x.y');
  const next = await refreshed(token);
  await endSession(services, storage, next);
  await expect(refreshed(next)).rejects.toMatchObject(ended);
});

test('a logout by the token before the last one ends the session too: the answer with the last one was lost', async () => {
  const first = await signedIn();
  const second = await refreshed(first);
  await endSession(services, storage, first);
  await expect(refreshed(second)).rejects.toMatchObject(ended);
});
