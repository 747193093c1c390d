import { Readable } from 'node:stream';
import type { StoredFile } from '@bedplate/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { databaseOf, makeStorage, memoryFiles, startDataServices } from '../../../../test/data-services.ts';
import { createRecords } from './create-records.ts';
import { deleteRecord, restoreRecord, updateRecord } from './change-record.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { sweepFileChanges } from './file-changes.ts';
import { settleFiles } from './settle-files.ts';
import { takenUpWrites } from './taken-up-files.ts';
import { writeRecords } from './write-records.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let services: RecordServices;
let storage: StorageRow;
let files: ReturnType<typeof memoryFiles>;
const by = { actor: 'tester' };

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

beforeEach(async () => {
  files = memoryFiles();
  services = { ...data.services, files };
  storage = await (await makeStorage(services, { is_softDelete: true }))();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

const left = async () => (await databaseOf(services.store).collection('fileChanges').get()).size;
const later = () => sweepFileChanges({ ...services, now: () => Date.now() + 3 * 60_000 });
const accessOf = ({ path }: StoredFile) => (files.objects.has(path) ? (files.objects.get(path)?.token ?? 'withheld') : 'gone');

async function aRecordWithFile(): Promise<{ id: string; stored: StoredFile }> {
  const [record] = await createRecords(services, storage, { inputs: [{ title: 'T' }], ...by });
  const id = record?.id ?? '';
  const stored = { name: 'a', size: 1, type: 'text/plain', path: `f/${id}`, token: 'shared', uploadedAt: '', thumbnails: [] };
  await files.save(stored.path, Readable.from([Buffer.from('a')]), stored);
  await updateRecord(services, storage, { id, fields: { file: 'url' }, ...by, file: { field: 'file', stored } });
  return { id, stored };
}

test('a file follows its record within the call, which leaves nothing to a sweep', async () => {
  const { id, stored } = await aRecordWithFile();
  await deleteRecord(services, storage, { id, ...by });
  expect(accessOf(stored)).toBe('withheld');
  await restoreRecord(services, storage, { id, ...by });
  expect(accessOf(stored)).toBe('shared');
  await updateRecord(services, storage, { id, fields: { file: null }, ...by });
  expect([accessOf(stored), await left()]).toEqual(['gone', 0]);
});

test('what changes no file is noted nowhere', async () => {
  const { id } = await aRecordWithFile();
  const commit = vi.spyOn(services.store, 'commit');
  await updateRecord(services, storage, { id, fields: { title: 'U' }, ...by });
  expect(commit.mock.calls.flat(2).map(({ path }) => path)).toEqual([`storages/${storage.id}/records/${id}`]);
});

test.each([
  ['goes with a record that is deleted for good', true, 'gone'],
  ['is withheld with a record in the trash', false, 'withheld'],
])('a file %s, by a sweep when the call could not', async (_, permanent, access) => {
  const records = [await aRecordWithFile(), await aRecordWithFile(), await aRecordWithFile()];
  const failing = { ...files, remove: () => Promise.reject(new Error('no store')), share: () => Promise.reject(new Error('no store')) };
  const writes = records.map(({ id }) => ({ op: 'delete' as const, id, permanent, storage, where: '' }));
  await writeRecords({ ...services, files: failing }, writes, by);
  expect(records.map(({ stored }) => accessOf(stored))).toEqual(['shared', 'shared', 'shared']);
  expect([await left(), await sweepFileChanges(services)]).toEqual([1, 0]); // the call that made it may still be at work
  expect(await later()).toBe(1);
  expect(records.map(({ stored }) => accessOf(stored))).toEqual([access, access, access]);
  expect([await left(), await later()]).toEqual([0, 0]);
});

test('a sweep leaves a file to the record that is live again, and one that fails does not stand before the others', async () => {
  const [first, second] = [await aRecordWithFile(), await aRecordWithFile()];
  const failing = { ...services, files: { ...files, share: () => Promise.reject(new Error('no store')) } };
  await deleteRecord(failing, storage, { id: first.id, ...by });
  await deleteRecord(failing, storage, { id: second.id, ...by });
  await restoreRecord(failing, storage, { id: second.id, ...by });
  const half = { ...files, share: (file: StoredFile, isShared: boolean) => (isShared ? files.share(file, true) : failing.files.share()) };
  await sweepFileChanges({ ...services, files: half as typeof files, now: () => Date.now() + 3 * 60_000 });
  expect([accessOf(second.stored), await left()]).toEqual(['shared', 1]);
  expect(await later()).toBe(0);
  expect(await sweepFileChanges({ ...services, now: () => Date.now() + 20 * 60_000 })).toBe(1);
  expect([accessOf(first.stored), await left()]).toEqual(['withheld', 0]);
});

test('when a delete overtakes a restore, the file ends as the record does', async () => {
  const { id, stored } = await aRecordWithFile();
  await deleteRecord(services, storage, { id, ...by });
  const slow = {
    ...files,
    share: async (file: StoredFile, isShared: boolean) => {
      if (isShared) await deleteRecord(services, storage, { id, ...by }); // commits and follows before the restore's file does
      await files.share(file, isShared);
    },
  };
  await restoreRecord({ ...services, files: slow as typeof files }, storage, { id, ...by });
  expect(accessOf(stored)).toBe('withheld');
});

test('files whose record changes with every look are left to the sweep after five', async () => {
  let looks = 0;
  const row = (files: object) => ({ data: { files } });
  const getAll = async () => {
    looks += 1;
    const [live, trash] = looks % 2 ? [row({ file: stored }), null] : [null, row({ file: stored })];
    return looks < 20 ? [live, trash, null] : [null, null, null];
  };
  const { stored } = await aRecordWithFile();
  const store = { getAll } as unknown as Parameters<typeof settleFiles>[0]['store']; // what is looked at
  await expect(settleFiles({ store, files }, [{ storageId: storage.id, key: 'a', files: [stored] }])).rejects.toThrow('change faster');
  expect(looks).toBe(6); // one before the first round
});

test('a file that went while a record takes it up again is refused', async () => {
  const { stored } = await aRecordWithFile();
  const taking = { storage, key: 'a', takenUp: [stored] } as unknown as Parameters<typeof takenUpWrites>[1][number]; // what is read of it
  await expect(services.store.transaction((tx) => takenUpWrites(tx, [taking]))).rejects.toMatchObject({ code: 'conflict' });
});
