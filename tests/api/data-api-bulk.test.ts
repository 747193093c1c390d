import type { Project, Storage } from '@bedplate/contract';
import { beforeAll, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, keysOf } from '../support/personas.ts';
import { scenarios } from '../support/scenarios.ts';

type Fields = Record<string, unknown> & { id: string; updatedAt: string };

let admin: Admin;
let project: Project;
let stock: Storage;
let orders: Storage;
let foreign: Storage;
let part: Fields;
let keys: ReturnType<typeof keysOf>;

beforeAll(async () => {
  admin = await anAdmin();
  project = await aProject(admin);
  const other = await aProject(admin, 'Other');
  [stock, orders] = [await aStorage(admin, project.id, 'stock'), await aStorage(admin, project.id, 'orders', true)];
  foreign = await aStorage(admin, other.id, 'stock');
  keys = keysOf(admin, project.id);
  part = (await mustCall<{ data: Fields }>({ path: at(stock), ...keys, body: { name: 'bolt', count: 4, tags: ['a'] } })).data;
});

const at = (storage: Storage, id?: string) => `/api/${storage.storageKey}/${storage.id}${id ? `/dataId/${id}` : ''}`;
const batch = (...writes: object[]) => ({ path: '/api/batch', ...keys, body: { writes } });
const good = { op: 'create', storageKey: 'stock', data: { half: true } };

scenarios('a batch that is refused', [
  {
    name: 'names the write whose record has changed',
    send: () => batch(good, { op: 'update', storageId: stock.id, id: part.id, data: {}, ifUpdatedAt: '2020-01-01T00:00:00.000Z' }),
    status: 409,
    code: 'conflict',
    field: 'writes[1].ifUpdatedAt',
    message: /writes\[1\]/,
  },
  {
    name: 'names the write whose record is there already',
    send: () => batch(good, { op: 'upsert', storageId: stock.id, id: 'x1', data: {}, ifExists: true }),
    status: 409,
    code: 'conflict',
    field: 'writes[1].ifExists',
  },
  {
    name: 'names the write whose record is missing',
    send: () => batch(good, { op: 'delete', storageId: stock.id, id: '0'.repeat(20) }),
    status: 404,
    code: 'not-found',
    field: 'writes[1]',
  },
  {
    name: 'names the storage that is of another project',
    send: () => batch(good, { op: 'create', storageId: foreign.id, data: {} }),
    status: 404,
    code: 'not-found',
    field: 'writes[1]',
  },
  {
    name: 'names the field that cannot be stored',
    send: () => batch(good, { op: 'create', storageKey: 'stock', data: { 'a.b': 1 } }),
    status: 400,
    field: 'writes[1].a.b',
  },
  { name: 'has more than 500 writes', send: () => batch(...Array.from({ length: 501 }, () => good)), status: 400, field: 'writes' },
  { name: 'has no keys', send: { path: '/api/batch', body: { writes: [] } }, status: 401, code: 'unauthenticated' },
]);

scenarios('an operator that is refused', [
  {
    name: 'is another database’s',
    send: () => ({ method: 'PUT', path: at(stock, part.id), ...keys, body: { count: { $inc: 1 } } }),
    status: 400,
    field: 'count',
  },
  {
    name: 'does not fit the stored value',
    send: () => ({ method: 'PUT', path: at(stock, part.id), ...keys, body: { name: { $increment: 1 } } }),
    status: 409,
    field: 'name',
  },
  {
    name: 'stands in a create',
    send: () => ({ path: at(stock), ...keys, body: { count: { $increment: 1 } } }),
    status: 400,
    message: /update only/,
  },
]);

scenarios('an import that is refused', [
  {
    name: 'names the bad row',
    send: () => ({ path: `${at(stock)}/import`, ...keys, body: [{ a: 1 }, { 'b..c': 2 }] }),
    status: 400,
    field: 'rows[2].b..c',
  },
  {
    name: 'is of another type',
    send: () => ({ path: `${at(stock)}/import`, ...keys, body: 'x', headers: { 'content-type': 'text/plain' } }),
    status: 415,
  },
  {
    name: 'is a dry run, and stores nothing',
    send: () => ({ path: `${at(orders)}/import?dryRun=true`, ...keys, body: [{ a: 1 }] }),
    status: 200,
    contains: { data: { accepted: 1 } },
  },
]);

test('a batch changes several storages as one, and its repetition changes nothing more', async () => {
  const request = {
    ...batch(
      { op: 'upsert', storageKey: 'orders', id: 'order-1', data: { part: part.id }, ifExists: false },
      { op: 'update', storageId: stock.id, id: part.id, data: { count: { $increment: -3 }, tags: { $append: 'b' } } },
    ),
    headers: { 'idempotency-key': 'order-1' },
  };
  const first = await mustCall<{ data: { status: string; data: Fields }[] }>(request);
  expect(first.data.map(({ status }) => status)).toEqual(['created', 'updated']);
  expect(first.data[1]?.data).toMatchObject({ count: 1, tags: ['a', 'b'] });
  expect(await mustCall(request)).toEqual(first);
  const again = await mustCall<{ data: Fields }>({ path: at(stock, part.id), ...keys });
  expect(again.data.count).toBe(1);
  expect((await mustCall<{ data: Fields }>({ path: at(orders, 'order-1'), ...keys })).data).toMatchObject({ id: 'order-1', part: part.id });
});

test('an import is repeated without doubles and undone; an export gives all of it back', async () => {
  const numbers = await aStorage(admin, project.id, 'numbers');
  const csv = `n,name\n${Array.from({ length: 120 }, (_, n) => `${n},=name ${n}`).join('\n')}\n`;
  const send = () =>
    mustCall<{ data: { importId: string; accepted: number } }>({
      path: `${at(numbers)}/import`,
      ...keys,
      body: csv,
      headers: { 'content-type': 'text/csv' },
    });
  const { importId, accepted } = (await send()).data;
  expect([accepted, (await send()).data.accepted]).toEqual([120, 120]);
  const lines = (await call({ path: `${at(numbers)}/export?format=csv`, ...keys })).text.trim().split('\r\n');
  expect(lines).toHaveLength(121);
  expect(lines[1]).toContain("'=name 119");
  const totals = await mustCall({ path: `${at(numbers)}/aggregate?op=count,sum:n,max:n`, ...keys });
  expect(totals.data).toEqual({ count: 120, sum: { n: 7140 }, max: { n: 119 } });
  expect((await mustCall({ method: 'DELETE', path: `${at(numbers)}/import/${importId}`, ...keys })).data).toEqual({
    deleted: 120,
    kept: 0,
  });
  expect((await mustCall({ path: `${at(numbers)}/count`, ...keys })).data).toMatchObject({ count: 0 });
});

test('a delete whose body asks for a dry run is refused by that name, and deletes nothing', async () => {
  const { id } = (await mustCall<{ data: Fields }>({ path: at(stock), ...keys, body: { name: 'kept', count: 1 } })).data;
  const refused = await call({ method: 'DELETE', path: `${at(stock)}?name=kept`, ...keys, body: { dryRun: true } });
  expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ field: 'dryRun' }] } } });
  expect((await call({ path: at(stock, id), ...keys })).status).toBe(200);
  expect((await call({ method: 'DELETE', path: `${at(stock)}?name=kept`, ...keys })).status).toBe(200);
  expect((await call({ path: at(stock, id), ...keys })).status).toBe(404);
});

test('the API describes itself, in general and for a project', async () => {
  expect(await mustCall({ path: '/api/openapi.json' })).toMatchObject({ openapi: '3.1.0', paths: { '/batch': {} } });
  const own = await mustCall<{ paths: object }>({ path: '/api/openapi.json', ...keys });
  expect(own.paths).toHaveProperty([at(stock).slice(4)]);
  expect(JSON.stringify(own)).not.toContain(foreign.id);
});

test('an import tells how many rows of a table had nothing in any column', async () => {
  const send = (query: string) =>
    mustCall<{ message: string; data: object }>({
      path: `${at(stock)}/import${query}`,
      ...keys,
      body: 'sku,count\nblank-1,1\n,\n\nblank-2,2\n,,\n',
      headers: { 'content-type': 'text/csv' },
    });
  const told = { rows: 2, accepted: 2, rejected: 0, blankRows: 3 };
  expect(await send('?dryRun=true')).toMatchObject({
    message: 'Nothing was stored: this was a dry run; blank rows left out: 3.',
    data: told,
  });
  const stored = await send('');
  expect(stored).toMatchObject({ message: '2 records imported; blank rows left out: 3', data: told });
});
