import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { createStore } from '../../store/access.ts';
import { UnknownFate } from '../../store/rest/transport.ts';
import { updateRecord } from '../../domain/records/write/change-record.ts';
import { readHistory } from '../../domain/records/history/read-history.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

async function notes(change = {}) {
  const storage = await api.storage('notes', { history: 30, ...change });
  const { data } = (await api.call(storage.path, { body: { n: 0, text: 'a' } })).body;
  const one = `${storage.path}/dataId/${data.id}`;
  const entries = async () => (await databaseOf(api.services.store).collection(`storages/${storage.id}/history`).get()).size;
  return { ...storage, one, key: String(data.id), entries };
}

/** The next commit is made, and the connection breaks off before its answer: the caller learns nothing of it. */
function losesAnAnswer(): void {
  const { store } = api.services.records;
  const { commit } = store;
  Object.assign(store, {
    async commit(...args: Parameters<typeof commit>) {
      Object.assign(store, { commit });
      await commit(...args);
      throw new UnknownFate();
    },
  });
}

test('a change whose answer was lost, and that is sent again, is made once and has one entry', async () => {
  const { one, path, entries } = await notes();
  const headers = (key: string) => ({ 'Idempotency-Key': key });
  const increase = () => api.call(one, { method: 'PATCH', body: { n: { $increment: 1 } }, headers: headers('a') });
  losesAnAnswer();
  expect([(await increase()).status, (await increase()).status]).toEqual([503, 200]);
  expect((await api.call(one)).body.data).toMatchObject({ n: 1 });
  expect(await entries()).toBe(2);
  const add = () => api.call(path, { body: { n: 7 }, headers: headers('b') });
  losesAnAnswer();
  expect([(await add()).status, (await add()).status]).toEqual([503, 201]);
  expect((await api.call(`${path}?n=7`)).body.data).toHaveLength(1);
  expect(await entries()).toBe(3);
});

test('of changes by two instances at once each has its own revision, and none is lost', async () => {
  const { read, one, key } = await notes();
  const storage = await read();
  const other = { ...api.services.records, store: createStore(databaseOf(api.services.store), { guard: () => {} }) };
  const add = (services: typeof api.services.records, i: number) =>
    updateRecord(services, storage, { id: key, fields: { n: { $increment: 1 }, text: `${i}` }, actor: 'ann' });
  await Promise.all(Array.from({ length: 24 }, (_, i) => add(i % 2 === 0 ? api.services.records : other, i)));
  expect((await api.call(one)).body.data).toMatchObject({ n: 24 });
  const { entries } = await readHistory(api.services.records, storage, { id: key, before: undefined, limit: 50 });
  expect(entries.map(({ revision, changes }) => [revision, changes.n?.to])).toEqual(Array.from({ length: 25 }, (_, i) => [25 - i, 24 - i]));
});

test('what is refused leaves no entry', async () => {
  const { one, path, entries } = await notes();
  const { updatedAt } = (await api.call(one)).body.data;
  await api.call(one, { method: 'PATCH', body: { n: 1 } });
  const before = await entries();
  const refused = await Promise.all([
    api.call(`${one}?ifUpdatedAt=${updatedAt}`, { method: 'PATCH', body: { n: 2 } }),
    api.call(one, { method: 'PATCH', body: { text: { $increment: 1 } } }),
    api.call(one, { method: 'PATCH', body: { text: 'x'.repeat(950_000) } }),
    api.call(`${path}/dataId/none`, { method: 'PATCH', body: { n: 2 } }),
    api.call(`${path}/dataId/none`, { method: 'DELETE' }),
    api.call(path, { body: [{ n: 1 }, 'none'] }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 413, 404, 404, 400]);
  expect(await entries()).toBe(before);
});

test('the largest record is changed, deleted for good and taken back with all of its text', async () => {
  const { one, id, key, entries } = await notes();
  // Three bytes each, and hardly to be compressed.
  const large = () => Array.from({ length: 290_000 }, () => String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000))).join('');
  const [first, second] = [large(), large()];
  for (const text of [first, second]) expect((await api.call(one, { method: 'PATCH', body: { text } })).status).toBe(200);
  expect((await api.call(one, { method: 'DELETE' })).status).toBe(200);
  expect(await entries()).toBe(4);
  const back = async (from: string) => {
    const [{ job }] = (await api.call('/api/undo', { body: { storageId: id, record: key, from } })).body.data;
    expect(job).toMatchObject({ state: 'done', changed: 1, kept: 0 });
    return (await api.call(one)).body.data.text as string;
  };
  const { data } = (await api.call(`${one}/history`)).body;
  const [deleted, changed] = data as { at: string }[];
  expect((await back(deleted?.at ?? '')) === second).toBe(true);
  expect((await back(changed?.at ?? '')) === first).toBe(true);
});
