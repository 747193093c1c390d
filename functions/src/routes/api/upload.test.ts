import { collectionPath, documentPath } from '../../store/model/collection.ts';
import { gzipSync } from 'node:zlib';
import { limits } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { memoryFiles } from '../../../test/data-services.ts';
import { claimUpload } from '../../domain/files/claim-upload.ts';
import type { UploadDocument } from '../../store/documents/documents.ts';
import { endUploads, sweepUploads } from '../../domain/files/end-uploads.ts';
import { completeUpload } from '../../domain/files/resumable-upload.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { sweepFileChanges } from '../../domain/records/write/file-changes.ts';
import { UnknownFate } from '../../store/rest/transport.ts';
import { thumbnailPath } from '../../store/thumbnail-path.ts';

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

const form = (fields: Record<string, string>, file = new File(['grün'], 'a.txt', { type: 'text/plain' })) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', file);
  return body;
};

test.each([
  ['an upload', () => `${path}/dataId/${id}/upload?fieldName=packed`, 'multipart/form-data; boundary=b'],
  ['an import', () => `${path}/import`, 'text/csv'],
  ['an import of a form', () => `${path}/import`, 'multipart/form-data; boundary=b'],
  ['a record', () => path, 'application/json'],
])('%s whose body is packed for the way is refused with what to do, and nothing is stored', async (_, address, type) => {
  const before = files.objects.size;
  const body = new Uint8Array(gzipSync('a,b\n1,2\n'));
  const answer = await api.call(address(), { body, headers: { 'content-type': type, 'content-encoding': 'gzip' } });
  expect(answer).toMatchObject({ status: 415, body: { message: 'Send the body without Content-Encoding.' } });
  expect(files.objects.size).toBe(before);
});

test('a text is served with its charset, also when it comes back from the trash', async () => {
  const saved: unknown[] = [];
  const keep = vi.spyOn(files, 'save').mockImplementationOnce(async (_, __, options) => void saved.push(options));
  expect(await api.call(`${path}/dataId/${id}/upload?fieldName=note`, { body: form({}) })).toMatchObject({
    status: 200,
    body: { type: 'text/plain' },
  });
  expect(saved).toEqual([expect.objectContaining({ type: 'text/plain', charset: 'utf-8' })]);
  keep.mockRestore();
  const shared: unknown[] = [];
  const share = vi.spyOn(files, 'share').mockImplementation(async (file) => void shared.push(file));
  const { uploadId, uploadUrl } = (await begin({ name: 'b.txt', size: 3, type: 'text/plain; charset=windows-1252' })).body.data;
  files.finish(uploadUrl, Buffer.from('b\xe9b', 'latin1'));
  expect((await complete(uploadId)).body).toMatchObject({ type: 'text/plain' });
  expect(shared).toEqual([expect.objectContaining({ type: 'text/plain', charset: 'windows-1252' })]);
  share.mockRestore();
});

test('the form may name the field itself; any other field of it is refused by its name, and nothing is stored', async () => {
  const upload = (fields: Record<string, string>, query = '') => api.call(`${path}/dataId/${id}/upload${query}`, { body: form(fields) });
  expect(await upload({ fieldName: 'plan' })).toMatchObject({ status: 200, body: { data: { plan: expect.any(String) } } });
  expect((await upload({ fieldName: 'plan' }, '?fieldName=plan')).status).toBe(200);
  const before = files.objects.size;
  const refused = (field: string) => ({ status: 400, body: { error: { code: 'invalid-argument', details: [{ field }] } } });
  expect(await upload({ caption: 'A plan' }, '?fieldName=plan')).toMatchObject(refused('caption'));
  expect(await upload({ fieldName: 'other' }, '?fieldName=plan')).toMatchObject(refused('fieldName'));
  expect(await upload({ fieldName: 'createdAt' })).toMatchObject(refused('fieldName'));
  expect(await begin({ name: 'e.txt', size: 0 })).toMatchObject(refused('size'));
  expect(await begin({ name: 'e.txt', size: 1, contentType: 'text/plain' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('contentType') },
  });
  expect(files.objects.size).toBe(before);
  expect(
    await api.call(`${path}/dataId/${id}/upload?fieldName=empty`, { body: form({}, new File([], 'empty.txt', { type: 'text/plain' })) }),
  ).toMatchObject({ status: 200, body: { size: 0 } });
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

const filesNow = () => new Map([...files.objects].map(([path, { token }]) => [path, token]));
const urlOf = async () => (await api.call(`${path}/dataId/${id}`)).body.data.video as string;
const works = (url: string) => [...filesNow()].some(([object, token]) => token !== null && url === files.url(object, token));

test.each([
  ['without a key', {}],
  ['with one Idempotency-Key', { 'idempotency-key': 'three-at-once' }],
])('of completions at once one writes the file, and the others do not touch it: %s', async (_, headers) => {
  const { uploadId, uploadUrl } = (await begin({ name: 'p.png', size: png.length })).body.data;
  files.finish(uploadUrl, png);
  const call = () => api.call(`${path}/dataId/${id}/upload-complete`, { body: { uploadId }, headers });
  const statuses = (await Promise.all([call(), call(), call()])).map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
  expect(works(await urlOf())).toBe(true);
});

test('one that gives the upload up while another completes it, or after it, takes nothing away', async () => {
  const { uploadId, uploadUrl } = (await begin({ name: 'p.png', size: png.length })).body.data;
  files.finish(uploadUrl, png);
  const cancel = () => api.call(`${path}/dataId/${id}/upload-cancel`, { body: { uploadId } });
  const { share } = files;
  const cancelled: number[] = [];
  const swept: number[] = [];
  files.share = async (...args) => {
    cancelled.push((await cancel()).status);
    swept.push(await sweepUploads({ ...api.services.records, now: () => Date.now() + 90_000 }));
    await share(...args);
  };
  const done = await complete(uploadId).finally(() => {
    files.share = share;
  });
  expect([done.status, cancelled, swept, (await cancel()).status]).toEqual([200, [409], [0], 404]);
  expect(works(await urlOf())).toBe(true);
});

test('a completion that held its upload for too long loses it, and leaves what another has made of it', async () => {
  const { uploadId, uploadUrl } = (await begin({ name: 'p.png', size: png.length })).body.data;
  files.finish(uploadUrl, png);
  const { records } = api.services;
  const storageId = path.split('/').at(-1) ?? '';
  const storage = await records.store.get(documentPath<StorageRow['data']>(`storages/${storageId}`));
  if (!storage) throw new Error('no storage');
  const other = () => completeUpload({ ...records, now: () => Date.now() + 180_000 }, storage, { recordId: id, uploadId, actor: 'other' });
  const { share } = files;
  files.share = async (...args) => {
    files.share = share;
    await share(...args);
    await other();
  };
  expect((await complete(uploadId)).status).toBe(409);
  expect(works(await urlOf())).toBe(true);
});

test('a cancelled upload leaves nothing, and cannot be completed', async () => {
  const before = files.objects.size;
  const { uploadId, uploadUrl } = (await begin({ name: 'e', size: 3 })).body.data;
  files.finish(uploadUrl, Buffer.from('abc'));
  const cancel = () => api.call(`${path}/dataId/${id}/upload-cancel`, { body: { uploadId } });
  expect((await cancel()).status).toBe(200);
  expect([files.objects.size, files.uploads.has(uploadUrl)]).toEqual([before, false]);
  expect((await api.services.records.store.get(documentPath<{ pending: number }>('fileUsage/t1')))?.data.pending).toBe(0);
  expect([(await cancel()).status, (await complete(uploadId)).status]).toEqual([404, 404]);
});

test.each([
  [limits.upload, 200],
  [limits.upload + 1, 413],
])('a file of %i bytes through the API is answered %i', async (size, status) => {
  const form = new FormData();
  form.append('file', new Blob([Buffer.alloc(size)]), 'a.bin');
  expect((await api.call(`${path}/dataId/${id}/upload?fieldName=largest`, { body: form })).status).toBe(status);
});

test('a file of another size than announced is removed', async () => {
  const before = files.objects.size;
  const { uploadId, uploadUrl } = (await begin({ name: 'b', size: 5 })).body.data;
  files.finish(uploadUrl, Buffer.alloc(6));
  expect((await complete(uploadId)).status).toBe(400);
  expect(files.objects.size).toBe(before);
  expect((await complete(uploadId)).status).toBe(404);
});

test('an upload whose address cannot be closed keeps none back that follows it', async () => {
  const [first, second] = [(await begin({ name: 'd', size: 5 })).body.data, (await begin({ name: 'e', size: 5 })).body.data];
  const told = vi.spyOn(console, 'error').mockReturnValue();
  const { cancel } = files;
  const broken = vi.spyOn(files, 'cancel').mockImplementation((url) => {
    return url === first.uploadUrl ? Promise.reject(new Error('No answer.')) : cancel.call(files, url);
  });
  const late = { store: api.services.records.store, files, now: () => Date.now() + 90_000_000 };
  expect(await sweepUploads(late)).toBe(1);
  expect([files.uploads.has(first.uploadUrl), files.uploads.has(second.uploadUrl)]).toEqual([true, false]);
  broken.mockRestore();
  told.mockRestore();
  expect(await sweepUploads(late)).toBe(1);
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
  expect(
    (await records.store.query({ from: collectionPath('uploads'), where: [['expiresAt', '>', Timestamp.fromMillis(0)]] })).rows,
  ).toEqual([]);
});

test('an address that could not be closed keeps its upload, which no call completes, until a sweep has closed it', async () => {
  const before = files.objects.size;
  const { uploadId, uploadUrl } = (await begin({ name: 'c', size: 5 })).body.data;
  const cancel = vi.spyOn(files, 'cancel').mockResolvedValue(false);
  const { records } = api.services;
  const sweep = () => sweepUploads({ store: records.store, files, now: () => Date.now() + 90_000_000 });
  expect(await endUploads(records, 't1')).toBe(false);
  files.finish(uploadUrl, Buffer.alloc(5)); // it comes after all
  expect((await complete(uploadId)).status).toBe(404);
  expect(await sweep()).toBe(0);
  cancel.mockRestore();
  files.finish(uploadUrl, Buffer.alloc(5));
  expect(await sweep()).toBe(1);
  expect([files.objects.size, files.uploads.has(uploadUrl)]).toEqual([before, false]);
  expect((await records.store.get(documentPath<{ pending: number }>('fileUsage/t1')))?.data.pending).toBe(0);
});

test.each([
  [{ name: '../x', size: 5 }, 400],
  [{ name: 'x', size: 0 }, 400],
  [{ name: 'x' }, 400],
  [{ name: 'x', size: limits.resumableUpload + 1 }, 413],
])('the upload %j is refused with %i', async (body, status) => {
  expect(await begin(body)).toMatchObject({ status, body: { success: false } });
});

test('a misspelt parameter does not put the file into another field', async () => {
  expect(await begin({ name: 'x', size: 5 }, '?fieldname=video')).toMatchObject({
    status: 400,
    body: { error: { details: [{ field: 'fieldname' }] } },
  });
});

test('fields of the server and records that are not there take no file', async () => {
  expect((await begin({ name: 'x', size: 1 }, '?fieldName=password')).status).toBe(400);
  expect((await api.call(`${path}/dataId/${'0'.repeat(20)}/upload-url`, { body: { name: 'x', size: 1 } })).status).toBe(404);
});

test('a file whose record may have been written stays until a sweep knows', async () => {
  const { records } = api.services;
  const write = records.store.optimistic;
  const optimistic = vi.spyOn(records.store, 'optimistic');
  const form = () => {
    const body = new FormData();
    body.append('file', new Blob(['x']), 'x.txt');
    return body;
  };
  const upload = () => api.call(`${path}/dataId/${id}/upload?fieldName=note`, { body: form() });
  await upload();
  const before = files.objects.size;
  optimistic.mockImplementationOnce(async (...args) => {
    await write(...args);
    throw new UnknownFate();
  });
  expect((await upload()).status).toBe(503);
  const { note } = (await api.call(`${path}/dataId/${id}`)).body.data;
  expect(works(note)).toBe(true);
  optimistic.mockImplementationOnce(() => Promise.reject(new UnknownFate()));
  expect((await upload()).status).toBe(503);
  expect(files.objects.size).toBe(before + 2);
  expect(await sweepFileChanges({ ...records, now: () => Date.now() + 180_000 })).toBe(3); // and the file that was replaced
  expect([files.objects.size, works(note)]).toEqual([before, true]);
  optimistic.mockRestore();
});

test('what a process that died while it completed an upload has left goes with the upload', async () => {
  const before = files.objects.size;
  const { uploadId, uploadUrl } = (await begin({ name: 'p.png', size: png.length })).body.data;
  files.finish(uploadUrl, png);
  const { records } = api.services;
  const upload = await records.store.get(documentPath<UploadDocument>(`uploads/${uploadId}`));
  if (!upload) throw new Error('no upload');
  await claimUpload(records, upload);
  files.objects.set(thumbnailPath(upload.data.file.path, 128), { content: png, token: 'a', type: 'image/webp' });
  expect((await complete(uploadId)).status).toBe(409);
  expect(await sweepUploads({ store: records.store, files, now: () => Date.now() + 90_000_000 })).toBe(1);
  expect([files.objects.size, (await complete(uploadId)).status]).toEqual([before, 404]);
});

test('an upload that another call completes in this moment is not given up', async () => {
  const { uploadId } = (await begin({ name: 'a.txt', size: 1, type: 'text/plain' })).body.data;
  const { store } = api.services.records;
  const commit = store.commit.bind(store);
  const spy = vi
    .spyOn(store, 'commit')
    .mockImplementation((writes) =>
      writes.some(({ path: at }) => at === `uploads/${uploadId}`)
        ? Promise.reject(Object.assign(new Error('changed'), { code: 9 }))
        : commit(writes),
    );
  const cancel = () => api.call(`${path}/dataId/${id}/upload-cancel`, { body: { uploadId } });
  expect((await cancel()).status).toBe(409);
  spy.mockRestore();
  expect((await cancel()).status).toBe(200);
});
