import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { makeKeyPair } from '../../crypto/key-pair.ts';
import { newToken } from '../../domain/webhooks/secrets.ts';

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const strangers = 'a pepper that somebody else has made!';

test('an invented key or inbound address is refused without a look for it in the database', async () => {
  const notes = await api.storage('notes');
  const looks = [vi.spyOn(api.services.caches.apiKeys, 'get'), vi.spyOn(api.services.caches.hooks, 'get')];
  const { apiKey, secretKey } = makeKeyPair(strangers);
  for (const key of [apiKey, 'bpk_', 'x'.repeat(500)])
    expect((await api.call(notes.path, { headers: { 'x-api-key': key, 'x-secret-key': secretKey } })).status).toBe(401);
  for (const token of [newToken(strangers), 'bph_', 'x'.repeat(500)])
    expect((await api.call(`/api/hooks/${token}`, { body: { n: 1 }, headers: { 'x-api-key': apiKey } })).status).toBe(404);
  for (const look of looks) expect(look).not.toHaveBeenCalled();
});

test('a storage answers under its own key alone, so that nobody walks around the rules of a sign-up', async () => {
  const users = await api.storage('users');
  const elsewhere = `/api/notes/${users.id}`;
  expect((await api.call(elsewhere, { body: { admin: 'without a name' } })).status).toBe(404);
  expect((await api.call(`${elsewhere}/dataId/own?upsert=true`, { method: 'PUT', body: { admin: true } })).status).toBe(404);
  expect((await api.call(`${users.path}/count`)).body.data.count).toBe(0);
});
