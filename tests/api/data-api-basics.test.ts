import { type ApiPagination, messages, type Project, type Storage } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Call, call, mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { type Scenario, scenarios } from '../support/scenarios.ts';

interface Row {
  id: string;
  title?: string;
  createdAt: string;
  updatedAt: string;
}

let admin: Admin;
let rival: Admin;
let project: Project;
let products: Storage;
let notes: Storage;
let foreign: { project: Project; storage: Storage };
let keys: ReturnType<typeof keysOf>;

beforeAll(async () => {
  [admin, rival] = await Promise.all([anAdmin(), anAdmin('Rita Rival')]);
  project = await aProject(admin);
  [products, notes] = await Promise.all([aStorage(admin, project.id, 'products', true), aStorage(admin, project.id, 'notes')]);
  const rivals = await aProject(rival);
  foreign = { project: rivals, storage: await aStorage(rival, rivals.id, 'products') };
  keys = keysOf(admin, project.id);
});

const all = () => `/api/products/${products.id}`;
const add = (body: unknown) => mustCall<{ data: Row }>({ path: all(), ...keys, body });

// Covers S0-7-31, S0-6-03
test('a POST with the keys of the administration page creates a record', async () => {
  const answer = await call({ path: all(), ...keys, body: { title: 'Oak Mug', price: 14.5, attachment: null } });
  expect(answer).toMatchObject({
    status: 201,
    body: {
      success: true,
      message: messages.dataAdded,
      data: { id: expect.stringMatching(/^\w{10,}$/), title: 'Oak Mug', price: 14.5, attachment: null },
    },
  });
});

// Covers S0-7-32, S0-7-38
test('a created record is first in the list and answers by its id', async () => {
  const { data } = await add({ title: 'Vase' });
  const list = await mustCall<{ data: Row[]; pagination: ApiPagination }>({ path: all(), ...keys });
  expect(list.data[0]).toMatchObject({ id: data.id, title: 'Vase' });
  expect(list).toMatchObject({
    storageId: products.id,
    storageName: 'My products',
    storageKey: 'products',
    pagination: { currentPage: 1, limit: 10 },
  });
  expect(await mustCall({ path: `${all()}/dataId/${data.id}`, ...keys })).toMatchObject({
    success: true,
    data: { id: data.id, title: 'Vase' },
  });
});

test('an update merges, keeps createdAt and moves updatedAt on', async () => {
  const { data } = await add({ title: 'Bench', price: 80, color: 'sage' });
  await mustCall({ method: 'PUT', path: `${all()}/dataId/${data.id}`, ...keys, body: { price: 75, color: null } });
  const { data: after } = await mustCall<{ data: Row }>({ path: `${all()}/dataId/${data.id}`, ...keys });
  expect(after).toMatchObject({ title: 'Bench', price: 75, color: null, createdAt: data.createdAt });
  expect(after.updatedAt >= data.updatedAt).toBe(true);
});

test('a soft delete hides the record, and restoring brings it back as it was', async () => {
  const { data } = await add({ title: 'Clock' });
  const path = `${all()}/dataId/${data.id}`;
  expect(await call({ method: 'DELETE', path, ...keys })).toMatchObject({ status: 200, body: { message: messages.itemDeleted } });
  expect(await call({ path, ...keys })).toMatchObject({ status: 404 });
  expect(await call({ method: 'DELETE', path, ...keys })).toMatchObject({ status: 404 });
  const trash = await mustCall<{ data: Row[] }>({ path: `${all()}?deleted=only`, ...keys });
  expect(trash.data).toContainEqual(expect.objectContaining({ id: data.id, is_deleted: true }));
  await mustCall({ method: 'POST', path: `${path}/restore`, ...keys });
  expect((await mustCall<{ data: Row }>({ path, ...keys })).data).toMatchObject({ id: data.id, title: 'Clock', createdAt: data.createdAt });
});

test('a hard delete is final', async () => {
  const path = `/api/notes/${notes.id}`;
  const { data } = await mustCall<{ data: Row }>({ path, ...keys, body: { title: 'Gone' } });
  await mustCall({ method: 'DELETE', path: `${path}/dataId/${data.id}`, ...keys });
  expect(await call({ method: 'POST', path: `${path}/dataId/${data.id}/restore`, ...keys })).toMatchObject({ status: 404 });
});

test('numbers, filters, sort and cursor agree with what was written', async () => {
  const path = `/api/notes/${notes.id}`;
  const rows = Array.from({ length: 25 }, (_, i) => ({ title: `Note ${i}`, amount: i * 5, status: i % 2 ? 'open' : 'closed' }));
  await mustCall({ path, ...keys, body: rows });
  const list = async (query: string) =>
    (await mustCall<{ data: { amount: number }[] }>({ path: `${path}?${query}`, ...keys })).data.map(({ amount }) => amount);
  expect(await list('amount>=100&sortBy=amount&sortOrder=asc&limit=100')).toEqual([100, 105, 110, 115, 120]);
  expect(await list('status=open&amount<30&sortBy=amount&sortOrder=desc')).toEqual([25, 15, 5]);
  expect(await list('title~NOTE%2024')).toEqual([120]);
  const first = await mustCall<{ data: { amount: number }[]; pagination: ApiPagination }>({
    path: `${path}?sortBy=amount&limit=20`,
    ...keys,
  });
  const rest = await list(`sortBy=amount&limit=20&cursor=${encodeURIComponent(first.pagination.nextCursor ?? '')}`);
  expect([...first.data.map(({ amount }) => amount), ...rest]).toEqual(rows.map(({ amount }) => amount).reverse());
});

test('an upload lands in the named field and downloads byte for byte', async () => {
  const { data } = await add({ title: 'With a picture' });
  const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
  const form = new FormData();
  form.append('file', new Blob([bytes], { type: 'image/png' }), 'x.png');
  const path = `${all()}/dataId/${data.id}`;
  const uploaded = await mustCall<{ data: Record<string, unknown> }>({ path: `${path}/upload?fieldName=attachment`, ...keys, body: form });
  const { data: after } = await mustCall<{
    data: { attachment: string; file_metadata: Record<string, { name: string; size: number; url: string }> };
  }>({ path, ...keys });
  expect(after.file_metadata.attachment).toMatchObject({ name: 'x.png', size: bytes.length });
  const url = after.file_metadata.attachment?.url ?? '';
  expect(JSON.stringify(uploaded)).toContain(url.slice(0, 40));
  expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(bytes);
  expect((await fetch(url.replace(/token=[^&]*/, 'token=guess'))).status).toBe(403);
});

const post =
  (body: unknown, more: Partial<Call> = {}) =>
  (): Call => ({ path: all(), ...keys, body, ...more });
const deep = (depth: number): unknown => (depth === 0 ? 1 : { a: deep(depth - 1) });
const query = (text: string) => (): Call => ({ path: `${all()}?${text}`, ...keys });

scenarios(
  'keys, refused with one message',
  Object.entries({
    'no headers': () => ({}),
    'a wrong API key': () => ({ keys: { ...keys.keys, apiKey: 'wrong' } }),
    'a wrong secret': () => ({ keys: { ...keys.keys, secretKey: 'wrong' } }),
    "another tenant's project": () => ({ keys: { ...keys.keys, projectId: foreign.project.id } }),
    "another tenant's secret": () => ({ keys: { ...keys.keys, secretKey: rival.secretKey } }),
    'a console token instead': () => ({ token: admin.token }),
  }).flatMap(([name, credentials]): Scenario[] => [
    {
      name: `${name}: no list`,
      send: () => ({ path: all(), ...credentials() }),
      status: 401,
      message: messages.badKeys,
      code: 'unauthenticated',
    },
    {
      name: `${name}: no record`,
      send: () => ({ path: all(), ...credentials(), body: { title: 'Lost' } }),
      status: 401,
      message: messages.badKeys,
    },
  ]),
);

scenarios('records, refused', [
  { name: "another tenant's storage is 404", send: () => ({ path: `/api/products/${foreign.storage.id}`, ...keys }), status: 404 },
  {
    name: "another tenant's storage takes no record",
    send: () => ({ path: `/api/products/${foreign.storage.id}`, ...keys, body: { a: 1 } }),
    status: 404,
  },
  { name: 'a key that is not the storage’s is 404', send: () => ({ path: `/api/orders/${products.id}`, ...keys }), status: 404 },
  { name: 'an unknown storage is 404', send: () => ({ path: '/api/products/none', ...keys }), status: 404 },
  { name: 'an unknown record is 404', send: () => ({ path: `${all()}/dataId/none`, ...keys }), status: 404 },
  { name: 'an id with slashes is 404', send: () => ({ path: `${all()}/dataId/a%2Fb%2Fusers`, ...keys }), status: 404 },
  { name: 'an id with control characters is 404', send: () => ({ path: `${all()}/dataId/a%00b%0a`, ...keys }), status: 404 },
  { name: 'malformed JSON', send: post('{"title":'), status: 400, code: 'malformed-json' },
  { name: 'a body that is text', send: post('"hello"'), status: 400 },
  { name: 'a body that is a number', send: post('7'), status: 400 },
  { name: 'an empty list', send: post([]), status: 400 },
  { name: 'a list with a number in it', send: post([{ a: 1 }, 7]), status: 400 },
  { name: 'a list above the limit', send: post(Array.from({ length: 101 }, () => ({ a: 1 }))), status: 400 },
  { name: 'NaN, which is not JSON', send: post('{"amount":NaN}'), status: 400, code: 'malformed-json' },
  { name: 'a body of 2 MiB', send: post({ text: 'x'.repeat(2 * 1024 * 1024) }), status: 413, code: 'payload-too-large' },
  { name: 'a record above 900 KiB', send: post({ text: 'x'.repeat(950 * 1024) }), status: 413 },
  { name: 'a depth of 25', send: post({ deep: deep(25) }), status: 400 },
  { name: 'the field name __proto__', send: post('{"__proto__":{"admin":true}}'), status: 400 },
  { name: 'the field name a.b', send: post({ 'a.b': 1 }), status: 400, field: 'a.b' },
  { name: 'an empty field name', send: post({ '': 1 }), status: 400 },
  { name: 'a field name of 2,000 characters', send: post({ ['x'.repeat(2000)]: 1 }), status: 400 },
  { name: 'another content type', send: post('title=Mug', { headers: { 'content-type': 'text/plain' } }), status: 415 },
  { name: 'page=zero', send: query('page=zero'), status: 400, field: 'page' },
  { name: 'limit=101', send: query('limit=101'), status: 400, field: 'limit' },
  { name: 'limit=-1', send: query('limit=-1'), status: 400, field: 'limit' },
  { name: 'sortOrder=sideways', send: query('sortOrder=sideways'), status: 400, field: 'sortOrder' },
  { name: 'dateFrom=yesterday', send: query('dateFrom=yesterday'), status: 400, field: 'dateFrom' },
  { name: 'an end before the start', send: query('dateFrom=2026-02-02&dateTo=2026-01-01'), status: 400 },
  { name: 'a cursor that was made up', send: query('cursor=AAAA'), status: 400, field: 'cursor' },
  { name: 'deleted=maybe', send: query('deleted=maybe'), status: 400, field: 'deleted' },
  {
    name: 'a multipart body cut in the middle',
    send: async () => {
      const { data } = await add({ title: 'Cut' });
      const text = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhalf of';
      return {
        path: `${all()}/dataId/${data.id}/upload?fieldName=attachment`,
        ...keys,
        body: text,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      };
    },
    status: 400,
  },
  {
    name: 'an upload named ../../x',
    send: async () => {
      const { data } = await add({ title: 'Escape' });
      const form = new FormData();
      form.append('file', new Blob(['x']), '../../x');
      return { path: `${all()}/dataId/${data.id}/upload?fieldName=attachment`, ...keys, body: form };
    },
    status: 400,
    field: 'file',
  },
  {
    name: 'an upload to an unknown record',
    send: () => {
      const form = new FormData();
      form.append('file', new Blob(['x']), 'x.txt');
      return { path: `${all()}/dataId/none/upload?fieldName=attachment`, ...keys, body: form };
    },
    status: 404,
  },
]);

scenarios('records, accepted', [
  {
    name: 'system fields of the body are ignored',
    send: post({ id: 'mine', createdAt: 'x', title: 'T' }),
    status: 201,
    hides: '"mine"',
  },
  { name: 'a depth of 20', send: post({ deep: deep(19) }), status: 201 },
  {
    name: 'a password never comes back',
    send: post({ title: 'T', password: 'Secret-pass-1' }),
    status: 201,
    hides: 'Secret-pass-1',
  },
]);
