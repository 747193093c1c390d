import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { database } from '../support/target.ts';

let admin: Admin;
let project = '';

beforeAll(async () => {
  admin = await anAdmin('Fay Files');
  project = (await aProject(admin, 'Album')).id;
});

interface File {
  name: string;
  url: string;
  size: number;
  recordId: string;
}

const folders = async () =>
  (await mustCall<{ data: { name: string }[] }>({ path: `/app/fileStorage/${project}/folders`, token: admin.token })).data.map(
    ({ name }) => name,
  );
const filesOf = (key: string, query = '') =>
  mustCall<{ data: File[]; nextCursor: string | null }>({ path: `/app/fileStorage/${project}/${key}/files${query}`, token: admin.token });

function form(name: string, content = 'hello'): FormData {
  const body = new FormData();
  body.append('file', new Blob([content], { type: 'text/plain' }), name);
  return body;
}

async function aRecordWithFile(key: string, storageId: string, name: string): Promise<string> {
  const at = `/api/${key}/${storageId}`;
  const { data } = await mustCall<{ data: { id: string } }>({ path: at, ...keysOf(admin, project), body: { title: name } });
  await mustCall({ path: `${at}/dataId/${data.id}/upload?fieldName=file`, ...keysOf(admin, project), body: form(name) });
  return data.id;
}

// Covers S2-3-16, S2-3-17, S2-2.k-09
test('a file uploaded through /api stands in the folder of its storage, and its url serves it', async () => {
  const storage = await aStorage(admin, project, 'letters');
  await aStorage(admin, project, 'empties');
  const recordId = await aRecordWithFile('letters', storage.id, 'a letter.txt');
  expect(await folders()).toEqual(['letters']);
  const { data } = await filesOf('letters');
  expect(data).toEqual([expect.objectContaining({ name: 'a letter.txt', size: 5, recordId })]);
  expect(await (await fetch(data[0]?.url ?? '')).text()).toBe('hello');
});

test('an image has thumbnails beside it, by its content; they go with it, and what is used shows', async () => {
  const storage = await aStorage(admin, project, 'pictures', true);
  const at = `/api/pictures/${storage.id}`;
  const used = async () => {
    const folders = await mustCall<{ usage: { bytes: number } }>({ path: `/app/fileStorage/${project}/folders`, token: admin.token });
    const account = await mustCall<{ data: { files: { bytes: number } } }>({ path: '/app/apiUsage', token: admin.token });
    expect(account.data.files).toMatchObject({ bytes: folders.usage.bytes, limit: 1024 ** 3 });
    return folders.usage.bytes;
  };
  const { data } = await mustCall<{ data: { id: string } }>({ path: at, ...keysOf(admin, project), body: { title: 'A picture' } });
  const image = await readFile(new URL('../../web/public/pictures/preview.png', import.meta.url));
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(image)], { type: 'text/plain' }), 'no name tells');
  const before = await used();
  const uploaded = await mustCall<{ thumbnails: Record<string, string> }>({
    path: `${at}/dataId/${data.id}/upload?fieldName=cover`,
    ...keysOf(admin, project),
    body,
  });
  expect(Object.keys(uploaded.thumbnails)).toEqual(['128', '512', '1280']);
  expect((await used()) - before).toBe(image.length);
  const small = await fetch(uploaded.thumbnails['512'] ?? '');
  expect([small.status, small.headers.get('content-type'), small.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'private, max-age=3600',
  ]);
  expect((await filesOf('pictures')).data).toEqual([expect.objectContaining({ thumbnail: uploaded.thumbnails['512'] })]);
  await mustCall({ method: 'DELETE', path: `${at}/dataId/${data.id}`, ...keysOf(admin, project) });
  expect((await fetch(uploaded.thumbnails['512'] ?? '')).ok).toBe(false);
  await mustCall({ method: 'DELETE', path: `${at}/dataId/${data.id}?permanent=true`, ...keysOf(admin, project) });
  expect(await used()).toBe(before);
});

// Covers S2-2.k-10, S2-2.k-11
test('files follow their record to the trash and back, and are gone after a purge', async () => {
  const storage = await aStorage(admin, project, 'photos', true);
  const recordId = await aRecordWithFile('photos', storage.id, 'one.txt');
  const item = `/app/project/${project}/dataStorages/${storage.id}/item/${recordId}`;
  await mustCall({ method: 'DELETE', path: item, token: admin.token });
  expect((await filesOf('photos')).data).toEqual([]);
  expect(await folders()).not.toContain('photos');
  await mustCall({ method: 'POST', path: `${item}/restore`, token: admin.token });
  const [file] = (await filesOf('photos')).data;
  expect(file?.name).toBe('one.txt');
  await mustCall({ method: 'DELETE', path: `${item}?permanent=true`, token: admin.token });
  expect((await filesOf('photos')).data).toEqual([]);
  expect((await fetch(file?.url ?? '')).ok).toBe(false);
});

// Covers S2-2.k-10
test('an archived storage shows no folder until it is recovered', async () => {
  const storage = await aStorage(admin, project, 'plans');
  await aRecordWithFile('plans', storage.id, 'plan.txt');
  await mustCall({ method: 'DELETE', path: `/app/project/${project}/dataStorages/${storage.id}`, token: admin.token });
  expect(await folders()).not.toContain('plans');
  expect((await call({ path: `/app/fileStorage/${project}/plans/files`, token: admin.token })).status).toBe(404);
  await mustCall({ method: 'POST', path: `/app/project/${project}/archivedStorage/${storage.id}/recover`, token: admin.token });
  expect(await folders()).toContain('plans');
});

test('files are listed newest upload first, by name on request, whatever their records’ ages', async () => {
  const storage = await aStorage(admin, project, 'ordered');
  const old = await aRecordWithFile('ordered', storage.id, 'file 2.txt');
  await aRecordWithFile('ordered', storage.id, 'File 9.txt');
  const at = `/api/ordered/${storage.id}/dataId/${old}/upload?fieldName=second`;
  await mustCall({ path: at, ...keysOf(admin, project), body: form('file 10.txt') });
  const listed = async (query: string) => {
    const first = await filesOf('ordered', `?limit=2${query}`);
    const second = await filesOf('ordered', `?limit=2${query}&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
    expect(second.nextCursor).toBeNull();
    return [...first.data, ...second.data].map(({ name }) => name);
  };
  expect(await listed('')).toEqual(['file 10.txt', 'File 9.txt', 'file 2.txt']);
  expect(await listed('&order=name')).toEqual(['file 2.txt', 'File 9.txt', 'file 10.txt']);
  const unknown = await call({ path: `/app/fileStorage/${project}/ordered/files?cursor=bm9uZQ`, token: admin.token });
  expect(unknown.status).toBe(400);
});

test('files come page by page, each once', async () => {
  const storage = await aStorage(admin, project, 'pages');
  for (const name of ['1.txt', '2.txt', '3.txt']) await aRecordWithFile('pages', storage.id, name);
  const first = await filesOf('pages', '?limit=2');
  const second = await filesOf('pages', `?limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
  expect([...first.data, ...second.data].map(({ name }) => name).sort()).toEqual(['1.txt', '2.txt', '3.txt']);
  expect(second.nextCursor).toBeNull();
});

test('a file uploaded in the console becomes a record of its own; a refused one leaves none', async () => {
  const storage = await aStorage(admin, project, 'uploads');
  const path = `/app/fileStorage/${project}/uploads/files`;
  const good = await call<{ data: { id: string; attachment: string } }>({ path, token: admin.token, body: form('notes.txt') });
  expect(good).toMatchObject({ status: 201, body: { message: 'File uploaded successfully' } });
  expect((await filesOf('uploads')).data).toMatchObject([{ name: 'notes.txt', url: good.body.data.attachment }]);
  expect((await call({ path, token: admin.token, body: { no: 'form' } })).status).toBe(415);
  const { pagination } = await mustCall<{ pagination: { totalCount: number } }>({
    path: `/app/project/${project}/dataStorages/${storage.id}`,
    token: admin.token,
  });
  expect(pagination.totalCount).toBe(1);
});

test('an upload of the console that is refused writes no record, not even for a moment', async () => {
  const owner = await anAdmin('Fritz Full');
  const { id } = await aProject(owner, 'Cellar');
  const storage = await aStorage(owner, id, 'uploads', true);
  const path = `/app/fileStorage/${id}/uploads/files`;
  const upload = (body: FormData) => call<{ error: { code: string } }>({ path, token: owner.token, body });
  const strange = form('notes.txt');
  strange.append('folder', 'letters');
  expect(await upload(strange)).toMatchObject({ status: 400 });
  const usage = database().doc(`fileUsage/${owner.tenantId}`);
  await usage.set({ bytes: 1024 ** 3 - 4, files: 1, pending: 0, kept: 0 });
  expect(await upload(form('notes.txt'))).toMatchObject({ status: 409, body: { error: { code: 'quota-exceeded' } } });
  expect((await usage.get()).data()).toMatchObject({ bytes: 1024 ** 3 - 4, files: 1 });
  // A record that was made and taken back would have left its mark.
  for (const part of ['records', 'deleted']) expect((await database().collection(`storages/${storage.id}/${part}`).get()).size).toBe(0);
  expect(await upload(form('note.txt', 'five'))).toMatchObject({ status: 201 });
  expect((await usage.get()).data()).toMatchObject({ bytes: 1024 ** 3, files: 2 });
});

test('the files of another account are not there', async () => {
  const stranger = await anAdmin('Sam Stranger');
  for (const path of [`/app/fileStorage/${project}/folders`, `/app/fileStorage/${project}/letters/files`])
    expect((await call({ path, token: stranger.token })).status).toBe(404);
  expect((await call({ path: `/app/fileStorage/${project}/letters/files`, token: stranger.token, body: form('x.txt') })).status).toBe(404);
});
