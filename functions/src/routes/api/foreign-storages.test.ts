import { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';

let api: Awaited<ReturnType<typeof startApi>>;
const storages: Record<string, { id: string; path: string }> = {};

beforeAll(async () => {
  api = await startApi();
  storages.account = await api.storage('notes', { tenantId: 't2', projectId: 'p2' });
  storages.tenant = await api.storage('notes', { tenantId: 't2' });
  storages.project = await api.storage('notes', { projectId: 'p2' });
  storages.archive = await api.storage('notes', { archived: true, archivedAt: Timestamp.now() as never }); // both SDKs' times are one
  storages.key = { ...(await api.storage('other')), path: '' };
  storages.key.path = `/api/notes/${storages.key.id}`;
});
afterAll(() => api.stop());

/** Each door at which a storage is named in the address. */
const doors: [door: string, method: string, path: string, body?: object][] = [
  ['list', 'GET', ''],
  ['count', 'GET', '/count'],
  ['totals', 'GET', '/aggregate?op=count'],
  ['export', 'GET', '/export'],
  ['create', 'POST', '', { title: 'x' }],
  ['change by filter', 'PATCH', '?all=true', { title: 'x' }],
  ['delete by filter', 'DELETE', '?all=true'],
  ['read', 'GET', '/dataId/some'],
  ['update', 'PUT', '/dataId/some', { title: 'x' }],
  ['upsert', 'PUT', '/dataId/some?upsert=true', { title: 'x' }],
  ['delete', 'DELETE', '/dataId/some'],
  ['restore', 'POST', '/dataId/some/restore', {}],
  ['history', 'GET', '/dataId/some/history'],
  ['import', 'POST', '/import', [{ title: 'x' }]],
];

test.each(['account', 'tenant', 'project', 'archive', 'key'])(
  'a storage of another %s is none at any door, and nothing is written there',
  async (whose) => {
    const { id, path = '' } = storages[whose] ?? { id: '' };
    const answers = await Promise.all(
      doors.map(async ([door, method, rest, body]) => [door, await api.call(path + rest, { method, body })] as const),
    );
    expect(answers.filter(([, { status }]) => status !== 404).map(([door, { status }]) => `${door} ${status}`)).toEqual([]);
    expect(new Set(answers.map(([, { body }]) => body.message))).toEqual(new Set(['Storage not found.']));
    expect((await databaseOf(api.services.store).collection(`storages/${id}/records`).get()).size).toBe(0);
  },
);

test.each(['account', 'project', 'archive'])('a batch and a token name no storage of another %s', async (whose) => {
  const { id = '' } = storages[whose] ?? {};
  const batch = await api.call('/api/batch', { body: { writes: [{ op: 'create', storageId: id, data: { title: 'x' } }] } });
  const token = await api.call('/api/livesync/token', { body: { storageKeys: [id] } });
  expect([batch.status, token.status]).toEqual([404, 404]);
  expect((await databaseOf(api.services.store).collection(`storages/${id}/records`).get()).size).toBe(0);
});
