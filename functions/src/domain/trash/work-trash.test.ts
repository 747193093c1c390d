import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { listProjectTrash } from './list-project-trash.ts';
import { workTrash } from './work-trash.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** @returns a storage with so many deleted records and a live one, and what the data API finds there */
async function filled(key: string, count: number) {
  const storage = await api.storage(key, { is_softDelete: true });
  const ids: string[] = [];
  for (let made = 0; made <= count; made += 100) {
    const body = Array.from({ length: Math.min(100, count + 1 - made) }, (_, n) => ({ n: made + n }));
    ids.push(...((await api.call(storage.path, { body })).body.data as { id: string }[]).map(({ id }) => id));
  }
  const remove = (id: string) => api.call(`${storage.path}/dataId/${id}`, { method: 'DELETE' });
  for (const id of ids.slice(1)) await remove(id);
  const total = async (deleted: string) => {
    const { body } = await api.call(`${storage.path}?deleted=${deleted}`);
    return (body.pagination as { totalItems: number }).totalItems;
  };
  return { ...storage, ids, remove, counts: async () => ({ live: await total('no'), deleted: await total('only') }) };
}

const at = (storage: { id: string }, work: Parameters<typeof workTrash>[1]['work']) =>
  workTrash(api.services, { caller: admin, path: { projectId: 'p1', storageId: storage.id }, work });

test('all deleted records of a storage come back, a part a call, in one row of the activity log', async () => {
  const notes = await filled('notes', 201);
  const first = await at(notes, { action: 'restore' });
  expect(first).toMatchObject({ done: 200, failed: [], after: expect.any(String) });
  const { after, ...rest } = await at(notes, { action: 'restore', until: first.until, after: first.after ?? '', log: first.log });
  expect([after, rest]).toEqual([null, { done: 1, failed: [], until: first.until, log: first.log }]);
  expect(await notes.counts()).toEqual({ live: 202, deleted: 0 });
  const { rows } = await api.services.store.activity.query({ where: [['kind', '==', 'recordsRestored']] });
  expect(rows.map(({ data }) => data.description)).toEqual(['Owner restored 201 records of My notes.']);
});

test('what was deleted goes for good, and what was restored or deleted since the first call stays', async () => {
  const tasks = await filled('tasks', 3);
  const until = new Date(api.services.clock()).toISOString();
  const [live = '', back = '', late = ''] = tasks.ids;
  await api.call(`${tasks.path}/dataId/${back}/restore`, { method: 'POST' });
  await api.call(`${tasks.path}/dataId/${late}/restore`, { method: 'POST' });
  await new Promise((resolve) => setTimeout(resolve, 5));
  await tasks.remove(late);
  expect(await at(tasks, { action: 'purge', until })).toMatchObject({ done: 1, failed: [], after: null });
  expect(await tasks.counts()).toEqual({ live: 2, deleted: 1 });
  for (const id of [live, back]) expect((await api.call(`${tasks.path}/dataId/${id}`)).status).toBe(200);
  expect(await at(tasks, { action: 'purge' })).toMatchObject({ done: 1 });
  expect((await listProjectTrash(api.services, { caller: admin, projectId: 'p1' })).entries).toEqual([]);
});

test('of two works at once each record comes back by one of them, and by the other it is no failure', async () => {
  const both = await filled('both', 20);
  const [one, other] = await Promise.all([at(both, { action: 'restore' }), at(both, { action: 'restore' })]);
  expect([one.done + other.done, one.failed, other.failed]).toEqual([20, [], []]);
  expect(await both.counts()).toEqual({ live: 21, deleted: 0 });
});

test('a storage of another account is not there', async () => {
  const foreign = await api.storage('theirs', { tenantId: 't2', projectId: 'p2' });
  await expect(
    workTrash(api.services, { caller: admin, path: { projectId: 'p2', storageId: foreign.id }, work: { action: 'purge' } }),
  ).rejects.toMatchObject({ code: 'not-found' });
});
