import { limits } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { memoryFiles } from '../../../test/data-services.ts';
import { sweepUploads } from '../../domain/files/resumable-upload.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let path: string;
let id: string;
const files = memoryFiles();

beforeAll(async () => {
  api = await startApi();
  Object.assign(api.services.records, { files });
  ({ path } = await api.storage('docs'));
  id = (await api.call(path, { body: { title: 'T' } })).body.data.id;
});
afterAll(() => api.stop());

const begin = (body: object, query = '?fieldName=video') => api.call(`${path}/dataId/${id}/upload-url${query}`, { body });
const complete = (uploadId: string) => api.call(`${path}/dataId/${id}/upload-complete`, { body: { uploadId } });
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(100)]);

test('a large file goes straight to the store, is private until it is complete, and then stands in its field by its real type', async () => {
  const { uploadId, uploadUrl } = (await begin({ name: 'a.txt', size: png.length, type: 'text/html' })).body.data;
  expect(await complete(uploadId)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  files.finish(uploadUrl, png);
  expect([...files.objects.values()].map(({ token }) => token)).toEqual([null]);
  const done = await complete(uploadId);
  expect(done).toMatchObject({ status: 200, body: { name: 'a.txt', size: png.length, type: 'image/png', data: { video: done.body.url } } });
  expect([...files.objects.values()][0]?.token).toEqual(expect.any(String));
  expect((await complete(uploadId)).status).toBe(404);
});

test('a completion whose answer was lost is answered again under its Idempotency-Key', async () => {
  const { uploadId, uploadUrl } = (await begin({ name: 'd.txt', size: 3 })).body.data;
  files.finish(uploadUrl, Buffer.from('abc'));
  const again = () =>
    api.call(`${path}/dataId/${id}/upload-complete`, { body: { uploadId }, headers: { 'idempotency-key': `complete-${uploadId}` } });
  const first = await again();
  expect(first.status).toBe(200);
  expect((await again()).body).toEqual(first.body);
});

test('an upload that is given up leaves nothing, and cannot be completed', async () => {
  const before = files.objects.size;
  const { uploadId, uploadUrl } = (await begin({ name: 'e', size: 3 })).body.data;
  files.finish(uploadUrl, Buffer.from('abc'));
  const cancel = () => api.call(`${path}/dataId/${id}/upload-cancel`, { body: { uploadId } });
  expect((await cancel()).status).toBe(200);
  expect([files.objects.size, files.uploads.has(uploadUrl)]).toEqual([before, false]);
  expect((await api.services.records.store.get<{ pending: number }>('fileUsage/t1'))?.data.pending).toBe(0);
  expect([(await cancel()).status, (await complete(uploadId)).status]).toEqual([404, 404]);
});

test('a file of another size than announced is removed', async () => {
  const before = files.objects.size;
  const { uploadId, uploadUrl } = (await begin({ name: 'b', size: 5 })).body.data;
  files.finish(uploadUrl, Buffer.alloc(6));
  expect((await complete(uploadId)).status).toBe(400);
  expect(files.objects.size).toBe(before);
  expect((await complete(uploadId)).status).toBe(404);
});

test('an upload that nobody completes leaves nothing behind', async () => {
  const before = files.objects.size;
  const { uploadUrl } = (await begin({ name: 'c', size: 5 })).body.data;
  files.finish(uploadUrl, Buffer.alloc(5));
  const { records } = api.services;
  expect(await sweepUploads(records)).toBe(0);
  expect(await sweepUploads({ store: records.store, files, now: () => Date.now() + 90_000_000 })).toBe(1);
  expect(files.objects.size).toBe(before);
  expect(files.uploads.has(uploadUrl)).toBe(false);
  expect((await records.store.query({ from: 'uploads', where: [['expiresAt', '>', Timestamp.fromMillis(0)]] })).rows).toEqual([]);
});

test.each([
  [{ name: '../x', size: 5 }, 400],
  [{ name: 'x', size: 0 }, 400],
  [{ name: 'x' }, 400],
  [{ name: 'x', size: limits.resumableUpload + 1 }, 413],
])('the upload %j is refused with %i', async (body, status) => {
  expect(await begin(body)).toMatchObject({ status, body: { success: false } });
});

test('fields of the server and records that are not there take no file', async () => {
  expect((await begin({ name: 'x', size: 1 }, '?fieldName=password')).status).toBe(400);
  expect((await api.call(`${path}/dataId/${'0'.repeat(20)}/upload-url`, { body: { name: 'x', size: 1 } })).status).toBe(404);
});
