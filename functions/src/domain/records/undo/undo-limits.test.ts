import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../../test/api-server.ts';
import { databaseOf } from '../../../../test/data-services.ts';
import { entryId } from '../history/entry-id.ts';
import { jobKinds } from '../job-kinds/job-kinds.ts';
import { getJob } from '../jobs/list-jobs.ts';
import { Timestamp } from '../../../store/model/values.ts';
import type { Job } from '../jobs/job-kind.ts';
import { workOn } from '../jobs/run-jobs.ts';
import { createRecords } from '../write/create-records.ts';
import { deleteRecord, putRecord, updateRecord } from '../write/change-record.ts';
import { undoChangesKind } from './undo-kind.ts';
import { beginUndo, previewUndo, selectionOf, type WantedUndo } from './start-undo.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const ann = { actor: 'ann' };
const bad = { actor: 'kBad', origin: { keyId: 'kBad' } };
const byBad: WantedUndo = { by: { kind: 'key', id: 'kBad' } };
const records = () => api.services.records;

async function done(storageId: string, jobId: string) {
  await workOn(records(), { kinds: jobKinds, jobId, until: Number.POSITIVE_INFINITY });
  return getJob(records(), storageId, jobId);
}

test('a record with more changes than are looked at stays as it is, and the undo says why', async () => {
  const storage = await api.storage('things', { history: 30 });
  const [made] = await createRecords(records(), await storage.read(), { inputs: [{ n: 1 }], ...ann });
  const id = String(made?.id);
  await updateRecord(records(), await storage.read(), { id, fields: { n: 2 }, ...bad });
  const database = databaseOf(api.services.store);
  const entries = database.collection(`storages/${storage.id}/history`);
  const last = (await entries.doc(entryId(id, 2)).get()).data();
  const writer = database.bulkWriter();
  for (let rev = 3; rev <= 10_500; rev += 1) void writer.create(entries.doc(entryId(id, rev)), { ...last, rev });
  void writer.update(database.doc(`storages/${storage.id}/records/${id}`), { rev: 10_500 });
  await writer.close();
  for (const wanted of [byBad, { ...byBad, record: id }]) {
    const selection = await selectionOf(records(), await storage.read(), wanted);
    const { samples } = await previewUndo(records(), { storage: await storage.read(), selection });
    expect(samples).toEqual([{ id, existence: 'stays', fields: [], conflicts: [{ field: '#', reason: 'unknown' }] }]);
    const job = await done(storage.id, await beginUndo(records(), [await storage.read()], { selection, author: ann }));
    const message = 'More than 10000 changes of this record are in that time. Take back a shorter time.';
    expect(job).toMatchObject({ changed: 0, kept: 1, refused: [{ id, message }] });
  }
});

test('as many records look again as the document of the job has room for; what comes then is decided at once', async () => {
  const storage = await api.storage('others', { history: 30 });
  const row = await storage.read();
  await putRecord(records(), row, { id: 'my-own', fields: { n: 1 }, upsert: true, ...ann });
  await deleteRecord(records(), row, { id: 'my-own', permanent: true, ...bad });
  await putRecord(records(), row, { id: 'my-own', fields: { n: 2 }, upsert: true, ...ann });
  const selection = await selectionOf(records(), row, byBad);
  const page = (again: number) => {
    const data = {
      input: selection,
      after: null,
      createdBy: 'ann',
      createdAt: Timestamp.now(),
      again: Array.from({ length: again }, () => '1 x'),
    };
    return undoChangesKind.page(records(), row, { id: 'job', data } as unknown as Job); // what a page reads of it
  };
  expect(await page(4_999)).toMatchObject({ seen: 1, kept: 0, again: [expect.stringMatching(/^\d+ \w+ 0$/)], next: 'again/0' });
  const decided = await page(5_000);
  expect(decided).toMatchObject({ seen: 1, changed: 0, kept: 1, refused: [{ id: 'my-own', message: expect.any(String) }] });
  expect(decided.again).toBeUndefined();
});
