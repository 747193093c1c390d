import { StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { changeSchema } from '../records/schema-change/change-schema.ts';
import { viewStorage } from './view-storage.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('a page of records says whose records follow a delete, while that is so', async () => {
  const [authors, posts] = [await api.storage('authors'), await api.storage('posts')];
  const path = (storageId: string) => ({ projectId: 'p1', storageId });
  const seen = () => viewStorage(api.services, { caller: admin, path: path(authors.id), query: { page: 1, limit: 10 } });
  const save = (version: number, state: 'learn' | 'warn') =>
    changeSchema(api.services, {
      caller: admin,
      path: path(posts.id),
      change: {
        version,
        state,
        schema: StorageSchema.parse({ fields: { author: { type: 'reference', storage: authors.id, onDelete: 'cascade' } } }),
      },
    });
  expect(await seen()).not.toHaveProperty('referredBy');
  await save(0, 'warn');
  await expect.poll(async () => (await seen()).referredBy).toEqual({ [posts.id]: { author: 'cascade' } });
  await save(1, 'learn');
  await expect.poll(async () => (await seen()).referredBy ?? {}).toEqual({});
});
