import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { endpoints } from '../../store/collections.ts';
import { createEndpoint } from '../endpoints/save-endpoint.ts';
import { searchRequests } from '../requests/search-requests.ts';
import { itemHistory } from '../storages/item-history.ts';
import { undoAuthors } from '../storages/undo-authors.ts';
import { undoFromConsole } from '../storages/undo-from-console.ts';
import { hookKey, hookNames } from './hook-names.ts';

let api: ApiServer;
beforeAll(async () => void (api = await startApi()));
afterAll(() => api.stop());

test('a webhook of another account, or of another project, has no name here', async () => {
  const { services } = api;
  const { id: storageId } = await api.storage('events');
  const input = { dataStorageId: storageId, type: 'webhook', functionality: 'sender' } as const;
  const { id } = await createEndpoint(services, { caller: admin, projectId: 'p1', input });
  const named = (tenantId: string, projectId: string) => hookNames(services, { tenantId, projectId }, [hookKey(id)]);
  expect(await named('t1', 'p1')).toEqual([[hookKey(id), expect.stringContaining('My events')]]);
  expect(await named('t2', 'p1')).toEqual([]);
  expect(await named('t1', 'p2')).toEqual([]);
});

test('an inbound webhook is named where it writes, in the history, the request log and the choice of whose changes go back', async () => {
  const { services } = api;
  const { id: storageId } = await api.storage('orders', { history: 30 });
  const input = { dataStorageId: storageId, type: 'webhook', functionality: 'sender' } as const;
  const { id, endpoint } = await createEndpoint(services, { caller: admin, projectId: 'p1', input });
  const reply = await api.call(new URL(endpoint).pathname, { body: { total: 5 } });
  expect(reply.status).toBe(201);
  await services.requestLog.flush();

  const name = `My orders, ${new Date().toISOString().slice(0, 10)}`;
  const key = `hook_${id}`;
  const [itemId = ''] = (reply.body.data as { ids: string[] }).ids; // the answer of an inbound webhook
  const path = { projectId: 'p1', storageId, itemId };
  const history = await itemHistory(services, { caller: admin, path, page: { limit: 10 } });
  expect(history).toMatchObject({ createdBy: { kind: 'key', id: key, name }, entries: [{ author: { kind: 'key', id: key, name } }] });
  const search = { id: reply.headers.get('x-request-id') ?? '' };
  expect((await searchRequests(services, { caller: admin, projectId: 'p1', search })).names.keys).toEqual({ [key]: name });
  expect((await undoAuthors(services, admin, 'p1')).keys).toContainEqual({ id: key, name });
  const outcomes = await undoFromConsole(services, { caller: admin, projectId: 'p1', order: { key, storageId, dryRun: true } });
  expect(outcomes).toMatchObject([{ records: 1, samples: [{ id: itemId, existence: 'remove' }] }]);

  await services.store.commit([endpoints.remove(id)]);
  expect((await searchRequests(services, { caller: admin, projectId: 'p1', search })).names.keys).toEqual({});
});
