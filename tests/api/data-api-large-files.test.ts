import type { Project, Storage } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, aSuperadmin, keysOf } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';
import { target } from '../support/target.ts';

let admin: Admin;
let project: Project;
let films: Storage;
let keys: ReturnType<typeof keysOf>;
let record: string;

beforeAll(async () => {
  admin = await anAdmin();
  project = await aProject(admin);
  films = await aStorage(admin, project.id, 'films');
  keys = keysOf(admin, project.id);
  const path = `/api/films/${films.id}`;
  record = `${path}/dataId/${(await mustCall<{ data: { id: string } }>({ path, ...keys, body: { title: 'T' } })).data.id}`;
});

const megabyte = 1024 * 1024;
const begin = (body: object) =>
  call<{ data: { uploadId: string; uploadUrl: string } }>({ path: `${record}/upload-url?fieldName=film`, ...keys, body });

scenarios('a resumable upload that is refused', [
  {
    name: 'is larger than 1 GiB',
    send: () => ({ path: `${record}/upload-url`, ...keys, body: { name: 'x', size: 1024 * megabyte + 1 } }),
    status: 413,
    message: /1024 MiB/,
  },
  { name: 'has no size', send: () => ({ path: `${record}/upload-url`, ...keys, body: { name: 'x' } }), status: 400, field: 'size' },
  {
    name: 'was never begun',
    send: () => ({ path: `${record}/upload-complete`, ...keys, body: { uploadId: 'x'.repeat(24) } }),
    status: 404,
  },
]);

test('a file above 25 MiB goes straight to the file store, is not there before it is whole, and is read in ranges', async () => {
  const content = Buffer.alloc(26 * megabyte, 'film ');
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(content);
  const { uploadId, uploadUrl } = (await begin({ name: 'film.png', size: content.length, type: 'text/plain' })).body.data;
  const complete = { path: `${record}/upload-complete`, ...keys, body: { uploadId } };
  await expect(sendHalf(uploadUrl, content)).rejects.toThrow(/fetch failed|broke/);
  expect(await call(complete)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  expect((await fetch(uploadUrl, { method: 'PUT', body: content })).status).toBe(200);
  const done = await mustCall<{ url: string; size: number; type: string }>(complete);
  expect(done).toMatchObject({ size: content.length, type: 'image/png', data: { film: done.url } });
  const range = await fetch(done.url, { headers: { range: 'bytes=16-20' } });
  expect([range.status, await range.text()]).toEqual([206, content.subarray(16, 21).toString()]);
});

test('what was cancelled takes no more bytes: given up by the app, or begun before the account was suspended', async () => {
  const put = async (url: string) => (await fetch(url, { method: 'PUT', body: 'a film' })).status;
  const plan = { name: 'film.txt', size: 6 };
  const given = (await begin(plan)).body.data;
  await mustCall({ path: `${record}/upload-cancel`, ...keys, body: { uploadId: given.uploadId } });
  expect(await put(given.uploadUrl)).toBe(499);
  const [open, sent] = [(await begin(plan)).body.data, (await begin(plan)).body.data];
  expect(await put(sent.uploadUrl)).toBe(200);
  const [staff, tenant] = [await aSuperadmin(), `/app/superadmin/tenants/${admin.tenantId}`];
  await mustCall({ path: `${tenant}/suspend`, token: staff.token, body: { reason: 'A complaint' } });
  expect(await put(open.uploadUrl)).toBe(499);
  await mustCall({ method: 'POST', path: `${tenant}/lift`, token: staff.token });
  for (const { uploadId } of [open, sent])
    expect(await call({ path: `${record}/upload-complete`, ...keys, body: { uploadId } })).toMatchObject({ status: 404 });
  const next = (await begin(plan)).body.data;
  expect(await put(next.uploadUrl)).toBe(200);
  await mustCall({ path: `${record}/upload-complete`, ...keys, body: { uploadId: next.uploadId } });
});

/** Breaks off in the middle. */
function sendHalf(url: string, content: Buffer): Promise<Response> {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(content.subarray(0, content.length / 2));
    },
    pull(controller) {
      controller.error(new Error('the line broke'));
    },
  });
  return fetch(url, { method: 'PUT', body, duplex: 'half' } as RequestInit); // the type of `duplex` is missing in the DOM's types
}

test('a page of text that a browser would run is offered to be saved', async () => {
  const form = new FormData();
  form.append('file', new Blob(['<script>alert(1)</script>'], { type: 'text/html' }), 'page.html');
  const { url } = await mustCall<{ url: string }>({ path: `${record}/upload?fieldName=page`, ...keys, body: form });
  expect((await fetch(url)).headers.get('content-disposition')).toMatch(/^attachment/);
});

test.each([
  ['a page declared as a picture', 'image/png', '<!doctype html><script>alert(1)</script>', /^text\/plain; charset=utf-8$/, /^inline/],
  ['a drawing with a program', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', /svg/, /^attachment/],
  ['a drawing declared as a picture', 'image/webp', '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>', /^text\/plain/, /^inline/],
  ['a picture that is a program as well', 'image/gif', 'GIF89a/*<script>alert(1)</script>*/=1', /^image\/gif$/, /^inline/],
  ['a picture declared as a page', 'text/html; charset=utf-7', 'GIF89a/*<script>x</script>*/=1', /^image\/gif$/, /^inline/],
  ['a page of XML', 'application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"><script/></html>', /xhtml/, /^attachment/],
  [
    'parts that replace each other',
    'multipart/x-mixed-replace;boundary=x',
    '--x\r\nContent-Type: text/html\r\n\r\n<p>',
    /mixed/,
    /^attachment/,
  ],
])('no browser runs %s: its bytes tell the type that it is served with', async (_, type, content, served, disposition) => {
  const form = new FormData();
  form.append('file', new Blob([content], { type }), 'file');
  const { url } = await mustCall<{ url: string }>({ path: `${record}/upload?fieldName=file`, ...keys, body: form });
  const response = await fetch(url);
  expect(new URL(url).origin).not.toBe(new URL(target.web).origin);
  expect(response.headers.get('content-type')).toMatch(served);
  expect(response.headers.get('content-disposition')).toMatch(disposition);
});
