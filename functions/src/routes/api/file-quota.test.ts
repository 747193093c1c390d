import { planLimits } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf, memoryFiles } from '../../../test/data-services.ts';
import { sweepUploads } from '../../domain/files/end-uploads.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let path: string;
let id: string;
const files = memoryFiles();
const limit = planLimits.free.fileBytes;

beforeAll(async () => {
  api = await startApi();
  Object.assign(api.services.records, { files });
  ({ path } = await api.storage('docs', { is_softDelete: true }));
});
afterAll(() => api.stop());

const usageRow = () => databaseOf(api.services.records.store).doc('fileUsage/t1');
const usage = async () => ({ bytes: 0, files: 0, pending: 0, ...(await usageRow().get()).data() });
const newRecord = async () => (await api.call(path, { body: { title: 'T' } })).body.data.id as string;
const upload = (record: string, bytes: number, field = 'file') => {
  const form = new FormData();
  form.append('file', new Blob(['x'.repeat(bytes)]), 'x.txt');
  return api.call(`${path}/dataId/${record}/upload?fieldName=${field}`, { body: form });
};
const begin = (record: string, size: number) =>
  api.call(`${path}/dataId/${record}/upload-url?fieldName=film`, { body: { name: 'f', size } });
const leave = (bytes: number) => usageRow().set({ bytes: limit - bytes, files: 1, pending: 0 });
const refused = { status: 409, body: { success: false, error: { code: 'quota-exceeded', details: [{ field: 'file' }] } } };

test('files count from their upload until they are deleted for good, also in the trash and after a replacement', async () => {
  id = await newRecord();
  await upload(id, 100);
  await upload(id, 30, 'other');
  expect(await usage()).toEqual({ bytes: 130, files: 2, pending: 0 });
  await upload(id, 50);
  expect(await usage()).toEqual({ bytes: 80, files: 2, pending: 0 });
  await api.call(`${path}/dataId/${id}`, { method: 'PUT', body: { other: null } });
  expect(await usage()).toEqual({ bytes: 50, files: 1, pending: 0 });
  await api.call(`${path}/dataId/${id}`, { method: 'DELETE' });
  await api.call(`${path}/dataId/${id}/restore`, { method: 'POST' });
  expect(await usage()).toEqual({ bytes: 50, files: 1, pending: 0 });
  await api.call(`${path}/dataId/${id}?permanent=true`, { method: 'DELETE' });
  expect(await usage()).toEqual({ bytes: 0, files: 0, pending: 0 });
});

test('a file that does not fit into the plan is refused with what is used, and leaves nothing', async () => {
  id = await newRecord();
  await leave(10);
  const [objects, record] = [files.objects.size, (await api.call(`${path}/dataId/${id}`)).body.data];
  const answer = await upload(id, 11);
  expect(answer).toMatchObject(refused);
  expect(answer.body.message).toContain('The free plan includes 1 GiB of files');
  expect(await begin(id, 11)).toMatchObject(refused);
  expect([files.objects.size, files.uploads.size]).toEqual([objects, 0]);
  expect((await api.call(`${path}/dataId/${id}`)).body.data).toEqual(record);
  expect(await usage()).toEqual({ bytes: limit - 10, files: 1, pending: 0 });
  expect((await upload(id, 10)).status).toBe(200);
});

test('of two uploads at once that fit only alone one is stored', async () => {
  const records = [await newRecord(), await newRecord()];
  await leave(15);
  const answers = await Promise.all(records.map((record) => upload(record, 10)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await usage()).toEqual({ bytes: limit - 5, files: 2, pending: 0 });
});

test('an upload by address has its room from the beginning, once, and gives it back when it is not completed', async () => {
  id = await newRecord();
  await leave(10);
  const { uploadId, uploadUrl } = (await begin(id, 8)).body.data;
  expect(await usage()).toMatchObject({ pending: 8 });
  expect(await begin(id, 3)).toMatchObject(refused);
  expect(await upload(id, 3)).toMatchObject(refused);
  files.finish(uploadUrl, Buffer.alloc(8));
  expect((await api.call(`${path}/dataId/${id}/upload-complete`, { body: { uploadId } })).status).toBe(200);
  expect(await usage()).toEqual({ bytes: limit - 2, files: 2, pending: 0 });
  expect((await begin(id, 2)).status).toBe(201);
  const { store } = api.services.records;
  await sweepUploads({ store, files, now: () => Date.now() + 90_000_000 });
  expect(await usage()).toEqual({ bytes: limit - 2, files: 2, pending: 0 });
});
