import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { createRecords } from '../../domain/records/write/create-records.ts';
import { deleteRecord, updateRecord } from '../../domain/records/write/change-record.ts';
import { undoRecord } from '../../domain/records/undo/undo-record.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const [ann, bob, bad] = [{ actor: 'ann' }, { actor: 'bob' }, { actor: 'kBad', origin: { keyId: 'kBad', requestId: 'q1' } }];
const records = () => api.services.records;
/** A call works on its job for two seconds; on a busy machine it takes several. */
async function undo(body: object) {
  const { data } = (await api.call('/api/undo', { body })).body;
  for (const each of data)
    while (each.job?.state === 'running') each.job = (await api.call(`/api/undo/${each.storageId}/${each.job.id}`)).body.data;
  return data;
}
const dataOf = async (path: string, id: string) => (await api.call(`${path}/dataId/${id}`)).body.data;

async function products(inputs: object[], author = ann) {
  const place = await api.storage('products', { history: 30 });
  const storage = await place.read();
  const made = await createRecords(records(), storage, { inputs, ...author });
  return { ...place, storage: await place.read(), ids: made.map(({ id }) => id) };
}
const update = (storage: StorageRow, id: string | undefined, fields: object, author: { actor: string } = ann) =>
  updateRecord(records(), storage, { id: id ?? '', fields, ...author });

test('of three writers the last of each field decides; the undo of the undo brings the state before back', async () => {
  const { path, storage, ids, id: storageId } = await products([{ title: 'T0', price: 10, stock: 5 }]);
  await update(storage, ids[0], { title: 'X', price: 99 }, bad);
  await update(storage, ids[0], { price: 12 }, bob);
  await update(storage, ids[0], { stock: 0 }, bad);
  await update(storage, ids[0], { title: 'T1' }, ann);
  await update(storage, ids[0], { title: 'Y' }, bad);
  const before = await dataOf(path, String(ids[0]));

  const preview = await undo({ key: 'kBad', storageId, dryRun: true });
  expect(preview).toMatchObject([
    {
      records: 1,
      isExact: true,
      samples: [{ id: ids[0], fields: ['title', 'stock'], conflicts: [{ field: 'price', reason: 'changed' }] }],
    },
  ]);
  expect(await dataOf(path, String(ids[0]))).toEqual(before);

  const [{ job }] = await undo({ key: 'kBad', storageId });
  expect(job).toMatchObject({ kind: 'undoChanges', state: 'done', seen: 1, changed: 1, kept: 1, canUndo: true });
  expect(await dataOf(path, String(ids[0]))).toMatchObject({ title: 'T1', price: 12, stock: 5 });

  const [again] = await undo({ job: job.id, storageId });
  expect(again.job).toMatchObject({ state: 'done', changed: 1, kept: 0 });
  expect(await dataOf(path, String(ids[0]))).toMatchObject({ title: 'Y', price: 12, stock: 0 });
});

test('an undo that is sent again under its Idempotency-Key is the same undo, which the undo of it takes back whole', async () => {
  const { path, storage, ids, id: storageId } = await products([{ title: 'T0' }, { title: 'T1' }]);
  for (const id of ids) await update(storage, id, { title: 'X' }, bad);
  const sent = (body: object, key: string) => api.call('/api/undo', { body, headers: { 'Idempotency-Key': key } });
  const wanted = { key: 'kBad', storageId };
  const both = await Promise.all([1, 2].map(() => sent(wanted, 'undo-1')));
  const [first, second] = [...both, await sent(wanted, 'undo-1')].map(({ body }) => body.data[0].job.id as string);
  expect([first, second]).toEqual([second, first]);
  expect(await sent({ ...wanted, field: 'title' }, 'undo-1')).toMatchObject({
    status: 409,
    body: { error: { code: 'idempotency-mismatch' } },
  });
  expect((await sent(wanted, 'undo-2')).body.data[0].job.id).not.toBe(first);
  // A dry run begins nothing that a later call could be taken for.
  expect((await sent({ ...wanted, dryRun: true }, 'undo-3')).body.data[0].records).toBe(2);
  expect((await sent(wanted, 'undo-3')).status).toBe(200);
  await undo({ job: first, storageId });
  expect(await Promise.all(ids.map(async (id) => (await dataOf(path, String(id))).title))).toEqual(['X', 'X']);
});

test('what a call made goes, what it deleted comes back at its place, what it took away is there again', async () => {
  const { path, storage, ids, id: storageId } = await products([{ n: 1, title: 'One' }, { n: 2, extra: null }, { n: 3 }]);
  const order = (await api.call(path)).body.data;
  const [made] = await createRecords(records(), storage, { inputs: [{ n: 4 }], ...bad });
  await deleteRecord(records(), storage, { id: String(ids[0]), ...bad });
  await update(storage, ids[1], { n: { $unset: true }, extra: 7, more: true }, bad);
  await update(storage, made?.id, { n: 5 }, bad);

  const [{ samples }] = await undo({ request: 'q1', storageId, dryRun: true });
  const named = samples.map(({ id, name }: { id: string; name?: string }) => [id, name]);
  expect(named).toEqual(expect.arrayContaining([ids[0], ids[1], made?.id].map((id) => [id, id === ids[0] ? 'One' : undefined])));

  const [{ job }] = await undo({ request: 'q1', storageId });
  expect(job).toMatchObject({ state: 'done', changed: 3, kept: 0 });
  const after = (await api.call(path)).body.data;
  const plain = (rows: Record<string, unknown>[]) => rows.map((row) => ({ ...row, updatedAt: null }));
  expect(plain(after)).toEqual(plain(order));
  expect((await api.call(`${path}/dataId/${made?.id}?deleted=only`)).body.data).toMatchObject({ n: 5 });
});

test('a record that the key made and another changed since stays, and is told', async () => {
  const { path, storage, ids, id: storageId } = await products([{ n: 1 }], bad);
  await update(storage, ids[0], { note: 'mine' }, ann);
  const [{ job }] = await undo({ key: 'kBad', storageId });
  expect(job).toMatchObject({ changed: 0, kept: 1 });
  expect(await dataOf(path, String(ids[0]))).toMatchObject({ n: 1, note: 'mine' });
});

test('a second run over the same changes writes nothing', async () => {
  const { storage, ids, path } = await products([{ n: 1 }]);
  await update(storage, ids[0], { n: 2 }, bad);
  const following = { isOwn: () => true, follows: async () => false };
  const once = {
    turn: 'first' as const,
    key: String(ids[0]),
    oldest: 1,
    isSelected: ({ actor }: { actor: string }) => actor === 'kBad',
    jobId: 'j1',
    following,
  };

  const author = { actor: 'ann', origin: { jobId: 'j1' } };
  expect(await undoRecord(records(), storage, { ...once, author })).toMatchObject({ changed: true, kept: false });
  const before = await dataOf(path, String(ids[0]));
  // It counts as changed, since the run that changed it may not have come to count it.
  expect(await undoRecord(records(), storage, { ...once, author })).toMatchObject({ changed: true, kept: false });
  expect(await dataOf(path, String(ids[0]))).toEqual(before);
});

test('changes of a bad key among those of others are taken back over pages, and no change of others is lost', async () => {
  const { storage, path, id: storageId } = await products([{ owner: 'nobody', n: 0 }]);
  const ids: string[] = [];
  for (let i = 0; i < 4; i += 1)
    ids.push(
      ...(
        await createRecords(records(), storage, { inputs: Array.from({ length: 100 }, () => ({ a: 'as it was', b: 'as it was' })), ...ann })
      ).map(({ id }) => id),
    );
  const inParts = async (work: (id: string, i: number) => Promise<unknown>) => {
    for (let i = 0; i < ids.length; i += 50) await Promise.all(ids.slice(i, i + 50).map((id, n) => work(id, i + n)));
  };
  await inParts((id) => update(storage, id, { a: 'wiped' }, bad));
  await inParts((id, i) => (i % 3 === 0 ? update(storage, id, { b: `new ${i}` }, bob) : Promise.resolve()));
  await inParts((id, i) => (i % 10 === 0 ? update(storage, id, { a: `saved ${i}` }, bob) : Promise.resolve()));
  const [{ job }] = await undo({ key: 'kBad', storageId });
  expect(job).toMatchObject({ state: 'done', seen: 400, changed: 360, kept: 40 });
  for (const [i, id] of ids.entries()) {
    const a = i % 10 === 0 ? `saved ${i}` : 'as it was';
    expect(await dataOf(path, id)).toMatchObject({ a, b: i % 3 === 0 ? `new ${i}` : 'as it was' });
  }
});

test('an update that is taken back costs two reads and two writes, hours without changes next to nothing', async () => {
  const { storage, ids, id: storageId } = await products(Array.from({ length: 60 }, (_, n) => ({ n })));
  for (const id of ids) await update(storage, id, { n: 99 }, bad);
  const before = await api.billed();
  const [{ job }] = await undo({ key: 'kBad', storageId });
  const after = await api.billed();
  expect(job).toMatchObject({ state: 'done', changed: 60 });
  const ofTheCall = 20; // and of its job
  const hours = (30 * 24) / 30 + 30; // and the last ones, one by one
  expect(after.reads - before.reads).toBeLessThanOrEqual(2 * 60 + hours + ofTheCall);
  expect(after.writes - before.writes).toBeLessThanOrEqual(2 * 60 + ofTheCall);
});

test('one record goes back to a moment', async () => {
  const { path, storage, ids, id: storageId } = await products([{ n: 1 }]);
  await update(storage, ids[0], { n: 2 }, bob);
  const { updatedAt } = await update(storage, ids[0], { n: 3 }, bob);
  await undo({ storageId, record: ids[0], from: updatedAt });
  expect(await dataOf(path, String(ids[0]))).toMatchObject({ n: 2 });
});

test('one field goes back, of a record or of all that a key changed, and the others stay', async () => {
  const { path, storage, ids, id: storageId } = await products([{ title: 'A', price: 1 }, { title: 'B' }]);
  await update(storage, ids[0], { title: 'X', price: 99 }, bad);
  await update(storage, ids[1], { title: 'Y', price: 99 }, bad);
  await update(storage, ids[1], { title: 'Z' }, bob);
  const samples = [
    { id: ids[0], name: 'X', existence: 'stays', fields: ['price'], conflicts: [] },
    { id: ids[1], name: 'Z', existence: 'stays', fields: ['price'], conflicts: [] },
  ];
  const [preview] = await undo({ key: 'kBad', storageId, field: 'price', dryRun: true });
  expect(preview.records).toBe(2);
  expect(preview.samples).toEqual(expect.arrayContaining(samples));
  const [{ job }] = await undo({ key: 'kBad', storageId, field: 'price' });
  expect(job).toMatchObject({ changed: 2, kept: 0 });
  expect(await dataOf(path, String(ids[0]))).toMatchObject({ title: 'X', price: 1 });
  const other = await dataOf(path, String(ids[1]));
  expect(other).toMatchObject({ title: 'Z' });
  expect(other.price ?? null).toBeNull();
  const [{ job: none }] = await undo({ record: ids[0], storageId, field: 'stock', from: '2026-01-01T00:00:00Z' });
  expect(none).toMatchObject({ changed: 0, kept: 0 });
  await undo({ record: ids[1], storageId, field: 'title', from: '2026-01-01T00:00:00Z' });
  expect(await dataOf(path, String(ids[1]))).toMatchObject({ title: 'B' });
});

describe('an undo is refused', () => {
  test.each([
    ['without a word of what', {}, 400, 'from'],
    ['for two authors', { key: 'a', user: 'b' }, 400, 'user'],
    ['for an unknown word', { everything: true }, 400, 'everything'],
    ['for a record without its storage', { record: 'x' }, 400, 'storageId'],
    ['for a field without its storage', { key: 'a', field: 'x' }, 400, 'storageId'],
    ['for a field of nobody', { storageId: 'none', field: 'x' }, 400, 'from'],
    ['for a foreign storage', { key: 'a', storageId: 'none' }, 404, undefined],
  ])('%s', async (_, body, status, field) => {
    const answer = await api.call('/api/undo', { body });
    expect([answer.status, (answer.body.error as { details?: { field: string }[] }).details?.[0]?.field]).toEqual([status, field]);
  });

  test('for a storage that keeps no history', async () => {
    const { id } = await api.storage('plain');
    expect(await api.call('/api/undo', { body: { key: 'a', storageId: id } })).toMatchObject({ status: 400 });
  });
});

test('a span that ends before it begins is refused, and begins no job', async () => {
  const { id: storageId } = await products([{ n: 1 }]);
  const body = { storageId, key: 'kBad', from: '2026-05-02T00:00:00Z', until: '2026-05-01T00:00:00Z' };
  for (const dryRun of [true, false]) {
    const { status, body: answer } = await api.call('/api/undo', { body: { ...body, dryRun } });
    expect([status, answer.message]).toEqual([400, 'until must not be before from.']);
  }
  expect((await records().store.recordJobs.query({ where: [['storageId', '==', storageId]] })).rows).toEqual([]);
});
