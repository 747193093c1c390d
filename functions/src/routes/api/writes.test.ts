import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let stock: Awaited<ReturnType<typeof api.storage>>;
let orders: Awaited<ReturnType<typeof api.storage>>;
let users: Awaited<ReturnType<typeof api.storage>>;

beforeAll(async () => {
  api = await startApi();
  stock = await api.storage('stock');
  orders = await api.storage('orders', { is_softDelete: true });
  users = await api.storage('users');
});
afterAll(() => api.stop());

const add = async (storage: { path: string }, body: unknown) => (await api.call(storage.path, { body })).body.data;
const put = (storage: { path: string }, id: string, body: unknown, query = '', headers = {}) =>
  api.call(`${storage.path}/dataId/${id}${query}`, { method: 'PUT', body, headers });
const get = (storage: { path: string }, id: string) => api.call(`${storage.path}/dataId/${id}`);

test('operators change the stored value in the transaction, also many at once', async () => {
  const { id } = await add(stock, { count: 10, tags: ['a', 'b', 'a', { x: 1, y: 2 }], note: 'n' });
  const done = await put(stock, id, {
    count: { $increment: -1 },
    tags: { $remove: ['a', { y: 2, x: 1 }] },
    note: { $unset: true },
    seen: { $increment: 2 },
    log: { $append: ['x', 'y'] },
  });
  expect(done.body.data).toMatchObject({ count: 9, tags: ['b'], seen: 2, log: ['x', 'y'] });
  expect(done.body.data).not.toHaveProperty('note');
  await Promise.all(Array.from({ length: 8 }, () => put(stock, id, { count: { $increment: -1 } })));
  expect((await get(stock, id)).body.data.count).toBe(1);
});

test('objects with names that begin with a dollar sign are data, in a create and in an update', async () => {
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', $defs: { a: { $ref: '#/x', type: 'string' } } };
  const fields = {
    schema,
    _ref: { $oid: '507f1f77bcf86cd799439011' },
    at: { $date: '2026-05-01' },
    list: [{ $numberLong: '1' }],
    odd: { $set: 1 },
  };
  const { id, ...rest } = await add(stock, fields);
  expect(rest).toMatchObject(fields);
  const { odd: _, ...again } = fields;
  expect(await put(stock, id, { ...again, at: { $date: 1 } })).toMatchObject({
    status: 200,
    body: { data: { ...fields, at: { $date: 1 } } },
  });
  const found = await api.call(`${stock.path}?_ref.$oid=507f1f77bcf86cd799439011`);
  expect(found.body.data).toMatchObject([{ id, schema }]);
  const refused = await api.call(stock.path, { body: { n: { $increment: 1 } } });
  expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ field: 'n' }] } } });
});

test.each([
  [{ n: { $inc: 1 } }, 400, 'n'],
  [{ n: { $Increment: 1 } }, 400, 'n'],
  [{ n: { by: 1, $increment: 1 } }, 400, 'n'],
  [{ list: { $push: 1 } }, 400, 'list'],
  [{ n: { $increment: 1, $append: 2 } }, 400, 'n'],
  [{ n: { $increment: 'x' } }, 400, 'n'],
  [{ t: { $increment: 1 } }, 409, 't'],
  [{ size: { width: { $increment: 1 } } }, 400, 'size.width'],
  [{ list: [{ $append: 1 }] }, 400, 'list.0'],
  [{ n: { $append: 1 } }, 409, 'n'],
  [{ n: { $unset: 1 } }, 400, 'n'],
])('the update %j is refused with %i and changes nothing', async (body, status, field) => {
  const before = await add(stock, { n: 1, t: 'text' });
  const answer = await put(stock, before.id, body);
  expect(answer).toMatchObject({ status, body: { error: { details: [{ field }] } } });
  expect((await get(stock, before.id)).body.data).toEqual(before);
});

test.each(['{"__proto__":{"x":1}}', '{"__proto__":{"password":"secret"}}', '{"__proto__":{"$increment":1}}'])(
  'the name __proto__ is refused by an update and a batch as by a create: %s',
  async (body) => {
    const before = await add(stock, { n: 1 });
    const refused = { status: 400, body: { message: expect.stringContaining('reserved') } };
    expect(await put(stock, before.id, body)).toMatchObject(refused);
    expect((await api.call(stock.path, { body })).status).toBe(400);
    for (const write of [`"op":"create"`, `"op":"upsert","id":"a"`, `"op":"update","id":"${before.id}"`]) {
      const batch = `{"writes":[{${write},"storageId":"${stock.id}","data":${body}}]}`;
      expect(await api.call('/api/batch', { body: batch })).toMatchObject({
        ...refused,
        body: { error: { details: [{ field: 'writes[0].__proto__' }] } },
      });
    }
    expect((await get(stock, before.id)).body.data).toEqual(before);
  },
);

test('fields that are named like members of every object are fields like others', async () => {
  const { id } = await add(stock, { n: 1 });
  const done = await put(stock, id, { valueOf: { $increment: 1 }, toString: { $append: 'x' }, hasOwnProperty: { $unset: true } });
  expect(done).toMatchObject({ status: 200, body: { data: { n: 1, valueOf: 1, toString: ['x'] } } });
  expect(Object.hasOwn(done.body.data, 'hasOwnProperty')).toBe(false);
});

test('a create refuses operators with a clear text', async () => {
  expect(await api.call(stock.path, { body: { n: { $increment: 1 } } })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/update only/) },
  });
});

test('ifUpdatedAt lets one of two writers win, for updates and deletes', async () => {
  const first = await add(stock, { n: 1 });
  const query = `?ifUpdatedAt=${first.updatedAt}`;
  expect((await put(stock, first.id, { n: 2 }, query)).status).toBe(200);
  expect(await put(stock, first.id, { n: 3 }, query)).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict', details: [{ field: 'ifUpdatedAt' }] } },
  });
  expect((await api.call(`${stock.path}/dataId/${first.id}${query}`, { method: 'DELETE' })).status).toBe(409);
  expect((await put(stock, first.id, { n: 4 }, '', { 'if-unmodified-since': 'Wed, 01 Jan 2020 00:00:00 GMT' })).status).toBe(409);
  const { updatedAt } = (await get(stock, first.id)).body.data;
  expect(
    (await put(stock, first.id, { n: 5 }, '', { 'if-unmodified-since': new Date(Date.parse(updatedAt) + 1000).toUTCString() })).status,
  ).toBe(200);
  for (const text of ['soon', '2030-02-31T00:00:00Z'])
    expect(await put(stock, first.id, {}, `?ifUpdatedAt=${text}`)).toMatchObject({
      status: 400,
      body: { message: 'ifUpdatedAt must be the updatedAt of the record, for example 2026-05-01T12:00:00.000Z.' },
    });
});

test('an upsert creates under a chosen id, then updates; the id works wherever an id does', async () => {
  const created = await put(orders, 'order-17', { total: 5 }, '?upsert=true');
  expect(created).toMatchObject({ status: 201, body: { data: { id: 'order-17', total: 5 } } });
  expect(await put(orders, 'order-17', { total: { $increment: 1 } }, '?upsert=true')).toMatchObject({
    status: 200,
    body: { data: { id: 'order-17', total: 6 } },
  });
  expect((await get(orders, 'order-17')).body.data.total).toBe(6);
  expect((await api.call(`${orders.path}?id=order-17`)).body.data).toMatchObject([{ id: 'order-17' }]);
  const later = await add(orders, { total: 1 });
  expect((await api.call(orders.path)).body.data.map((r: { id: string }) => r.id)).toEqual([later.id, 'order-17']);
  expect((await api.call(`${orders.path}/dataId/order-17`, { method: 'DELETE' })).status).toBe(200);
  expect((await get(orders, 'order-17')).status).toBe(404);
  expect((await put(orders, 'order-17', {}, '?upsert=true')).status).toBe(409);
  expect((await api.call(`${orders.path}/dataId/order-17/restore`, { method: 'POST' })).body.data).toMatchObject({
    id: 'order-17',
    total: 6,
  });
  expect((await api.call(`${orders.path}/dataId/order-17?permanent=true`, { method: 'DELETE' })).status).toBe(200);
  expect((await put(orders, 'order-17', { total: 9 }, '?upsert=true')).status).toBe(201);
});

test.each([
  ['PUT', '?Upsert=true', 'Upsert'],
  ['PATCH', '?ifupdatedat=2020-01-01T00:00:00.000Z', 'ifupdatedat'],
  ['DELETE', '?Permanent=true', 'Permanent'],
])('%s with %s, which has no meaning there, is refused by its name and changes nothing', async (method, query, field) => {
  const before = await add(stock, { n: 1 });
  const call = { method, ...(method === 'DELETE' ? {} : { body: { n: 2 } }) };
  expect(await api.call(`${stock.path}/dataId/${before.id}${query}`, call)).toMatchObject({
    status: 400,
    body: { error: { details: [{ field }] } },
  });
  expect((await get(stock, before.id)).body.data).toEqual(before);
});

test('a chosen id is one also in an or', async () => {
  await put(orders, 'order-18', { total: 8 }, '?upsert=true');
  const { body } = await api.call(`${orders.path}?or=(id=order-18,total=nothing)`);
  expect(body.data).toMatchObject([{ id: 'order-18', total: 8 }]);
});

test('two upserts of one new id at once make one record', async () => {
  const answers = await Promise.all([1, 2, 3].map((n) => put(orders, 'same', { n }, '?upsert=true')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  expect((await api.call(`${orders.path}/count?n>=1`)).body.data.count).toBe(1);
});

test.each(['17', 'true', 'null', '1e5', 'a/b', 'x'.repeat(129), '0'.repeat(20)])('the id %s cannot be chosen', async (id) => {
  const answer = await put(orders, encodeURIComponent(id), { a: 1 }, '?upsert=true');
  expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'id' }] } } });
});

test('a batch writes over several storages at once, and a repetition gets the same answer', async () => {
  const part = await add(stock, { name: 'bolt', count: 4 });
  const writes = [
    { op: 'upsert', storageKey: 'orders', id: 'order-1', data: { part: part.id }, ifExists: false },
    { op: 'update', storageId: stock.id, id: part.id, data: { count: { $increment: -3 } }, ifUpdatedAt: part.updatedAt },
    { op: 'create', storageKey: 'stock', data: { name: 'nut' } },
    { op: 'update', storageId: stock.id, id: part.id, data: { count: { $increment: -1 } } },
  ];
  const headers = { 'idempotency-key': 'batch-1' };
  const done = await api.call('/api/batch', { body: { writes }, headers });
  expect(done).toMatchObject({
    status: 200,
    body: {
      data: [
        { status: 'created', id: 'order-1' },
        { status: 'updated', data: { count: 1 } },
        { status: 'created', data: { name: 'nut' } },
        { data: { count: 0 } },
      ],
    },
  });
  expect((await api.call('/api/batch', { body: { writes }, headers })).body).toEqual(done.body);
  expect((await get(stock, part.id)).body.data.count).toBe(0);
  const undo = {
    writes: [
      { op: 'delete', storageKey: 'orders', id: 'order-1' },
      { op: 'restore', storageKey: 'orders', id: 'order-1' },
      { op: 'delete', storageKey: 'stock', id: part.id },
    ],
  };
  expect((await api.call('/api/batch', { body: undo })).body.data.map((r: { status: string }) => r.status)).toEqual([
    'deleted',
    'restored',
    'deleted',
  ]);
  expect((await get(orders, 'order-1')).status).toBe(200);
});

test('a refused write in a batch is named, and nothing of the batch is written', async () => {
  const one = await add(stock, { n: 1 });
  const good = { op: 'create', storageKey: 'stock', data: { marker: 'half' } };
  const bad: [unknown, number, string][] = [
    [{ op: 'update', storageId: stock.id, id: one.id, data: {}, ifUpdatedAt: '2020-01-01T00:00:00.000Z' }, 409, 'writes[1].ifUpdatedAt'],
    [{ op: 'delete', storageId: stock.id, id: '0'.repeat(20) }, 404, 'writes[1]'],
    [{ op: 'upsert', storageId: stock.id, id: 'x1', data: {}, ifExists: true }, 409, 'writes[1].ifExists'],
    [{ op: 'create', storageKey: 'nowhere', data: {} }, 404, 'writes[1]'],
    [{ op: 'create', storageKey: 'stock', data: { 'a.b': 1 } }, 400, 'writes[1].a.b'],
    [{ op: 'create', storageKey: 'stock', id: 'mine', data: {} }, 400, 'writes[1].id'],
    [{ op: 'create', storageKey: 'stock', data: 5 }, 400, 'writes[1].data'],
    [{ op: 'create', storageKey: 'stock', data: { deep: { n: '\ud800' } } }, 400, 'writes[1].data.deep.n'],
    [{ op: 'make', storageKey: 'stock', data: {} }, 400, 'writes[1].op'],
    [{ op: 'update', storageKey: 'stock', id: one.id, data: { n: { $append: 1 } } }, 409, 'writes[1].n'],
    [{ op: 'restore', storageKey: 'orders', id: 'unheard-of' }, 404, 'writes[1]'],
  ];
  for (const [write, status, field] of bad) {
    const answer = await api.call('/api/batch', { body: { writes: [good, write] } });
    expect(answer).toMatchObject({ status, body: { success: false, error: { details: [{ field }] } } });
  }
  expect((await api.call(`${stock.path}/count?marker=half`)).body.data.count).toBe(0);
  expect((await api.call('/api/batch', { body: { writes: Array.from({ length: 501 }, () => good) } })).status).toBe(400);
});

test('usernames stay unique over a batch, and can be passed on inside of one', async () => {
  const [ann, bob] = [
    await add(users, { username: 'ann', password: 'a-pass-p1-word' }),
    await add(users, { username: 'bob', password: 'a-pass-p2-word' }),
  ];
  const clash = await api.call('/api/batch', {
    body: { writes: [{ op: 'update', storageKey: 'users', id: bob.id, data: { username: 'ANN' } }] },
  });
  expect(clash).toMatchObject({
    status: 409,
    body: { message: 'writes[0]: This username is already taken.', error: { details: [{ field: 'writes[0].username' }] } },
  });
  const same = { op: 'create', storageKey: 'users', data: { username: 'zoe', password: 'a-pass-p-word' } };
  expect(await api.call('/api/batch', { body: { writes: [same, same] } })).toMatchObject({
    status: 409,
    body: { error: { code: 'already-exists', details: [{ field: 'writes[1].username' }] } },
  });
  const swap = await api.call('/api/batch', {
    body: {
      writes: [
        { op: 'update', storageKey: 'users', id: ann.id, data: { username: 'eve' } },
        { op: 'update', storageKey: 'users', id: bob.id, data: { username: 'ann' } },
      ],
    },
  });
  expect(swap.status).toBe(200);
  expect((await api.call(`${users.path}/authenticate`, { body: { username: 'ann', password: 'a-pass-p2-word' } })).status).toBe(200);
});

test('a record that is changed again and again is found by what it says last, also when its storage gets fields in between', async () => {
  const { path } = await api.storage('rewritten');
  const { id } = (await api.call(path, { body: { title: 'first lamp', size: 1 } })).body.data as { id: string };
  const found = async (query: string) => ((await api.call(`${path}?${query}`)).body.data as { id: string }[]).map((record) => record.id);
  const texts = ['second table', 'third chair', 'second table', 'fourth lamp'];
  for (const [i, title] of texts.entries()) {
    await api.call(`${path}/dataId/${id}`, { method: 'PUT', body: { title, size: i + 2, ...(i === 2 ? { [`new${i}`]: 'field' } : {}) } });
    for (const other of ['first', 'second', 'third', 'fourth']) {
      const expected = title.startsWith(other) ? [id] : [];
      expect({ title, other, found: await found(`title~${other}`) }).toEqual({ title, other, found: expected });
    }
    expect(await found(`size=${i + 2}`)).toEqual([id]);
    expect(await found(`size<=${i + 1}&sortBy=size`)).toEqual([]);
  }
  expect(await found('new2=field')).toEqual([id]);
});
