import { type SchemaField, type SchemaState, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { createRecords } from '../../domain/records/write/create-records.ts';
import { createStore } from '../../store/access.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';
import { updateItem } from '../../domain/storages/items.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

interface Wanted {
  state?: SchemaState;
  closed?: boolean;
}

/** A storage whose schema the API's instance knows from its first call on. */
async function storageWith(key: string, fields: Record<string, SchemaField>, { state = 'enforce', closed = false }: Wanted = {}) {
  const storage = await api.storage(key);
  const schema = StorageSchema.parse({ fields, closed });
  await saveSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: storage.id },
    change: { version: 0, schema, state },
  });
  return storage;
}

const send = (path: string, body: unknown, method = 'POST') => api.call(path, { method, body });
const stored = async (path: string) => ((await api.call(path)).body.data as Record<string, unknown>[]).map(own);
const own = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !['id', 'createdAt', 'updatedAt'].includes(name)));
const detailsOf = ({ body }: { body: Record<string, unknown> }) =>
  (body.error as { details: { field: string; message: string }[] }).details;

const products: Record<string, SchemaField> = {
  title: { type: 'text', required: true, maxLength: 20 },
  price: { type: 'decimal', min: '0', scale: 2, default: '1.00' },
  stock: { type: 'integer' },
  open: { type: 'boolean', default: true },
  made: { type: 'date', defaultFrom: 'now' },
  by: { type: 'text', computed: 'createdBy' },
  code: { type: 'text', readOnly: true },
};

test('a new record is stored in the form of its types, with defaults and what the server computes', async () => {
  const { path } = await storageWith('products', products);
  const { status, body } = await send(path, '{"title":"Lamp","price":12.50,"stock":9007199254740993,"code":"a","more":1.5}');
  expect(status).toBe(201);
  const fields = { title: 'Lamp', price: '12.50', stock: '9007199254740993', code: 'a', more: 1.5, open: true };
  expect(body.data).toMatchObject({ ...fields, made: new Date().toISOString().slice(0, 10) });
  expect(body.data.by).toMatch(/./);
  expect(await stored(path)).toEqual([own(body.data)]);
});

test('an enforced schema refuses a record with one detail for each wrong field, and nothing is written', async () => {
  const { path } = await storageWith('strict', products, { closed: true });
  const before = await api.billed();
  const refused = await send(path, { price: -1, stock: 1.5, open: 'yes', made: '2026-02-30', by: 'me', more: 1, code: null });
  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid-argument' } } });
  expect(detailsOf(refused).map(({ message }) => message)).toEqual([
    'more is not a field of this storage.',
    'title is required.',
    'price must be at least 0.',
    'stock must be a whole number of up to 100 digits.',
    'open must be true or false.',
    'made must be a date such as 2026-03-29.',
    'by is set by the server.',
  ]);
  const many = await send(path, [{ title: 'Good' }, { title: 'Bad', price: 'free' }]);
  expect(detailsOf(many)).toMatchObject([{ field: '[1].price' }]);
  expect((await api.billed()).writes).toBe(before.writes);
  expect(await stored(path)).toEqual([]);
});

test('what the server sets is held to the bounds of its field as well', async () => {
  const bounded: Record<string, SchemaField> = {
    by: { type: 'text', computed: 'createdBy', maxLength: 1 },
    caller: { type: 'text', defaultFrom: 'caller', pattern: '[0-9]' },
    made: { type: 'dateTime', defaultFrom: 'now', max: '2020-01-01T00:00:00Z' },
    number: { type: 'integer', computed: 'counter', min: '1000' },
  };
  const { path } = await storageWith('bounded', bounded);
  const refused = await send(path, {});
  expect(refused.status).toBe(400);
  expect(detailsOf(refused).map(({ field }) => field)).toEqual(['by', 'caller', 'made', 'number']);
  expect(await stored(path)).toEqual([]);
  const warned = await storageWith('boundedWarned', { number: { type: 'integer', computed: 'counter', max: '1' } }, { state: 'warn' });
  expect((await send(warned.path, [{}, {}])).body).toMatchObject({
    data: [{ number: '1' }, { number: '2' }],
    warnings: [{ field: '[1].number', message: 'number must be at most 1.' }],
  });
});

// fields.md §8, cases 27 and 36
test('an update is checked by the fields that it changes, and what was wrong before is told', async () => {
  const { path, id } = await storageWith('mended', products, { state: 'learn' });
  const { body } = await send(path, { price: 'free', stock: 5, code: 'a' });
  const place = { projectId: 'p1', storageId: id };
  await saveSchema(api.services, {
    caller: admin,
    path: place,
    change: { version: 1, schema: StorageSchema.parse({ fields: products }), state: 'enforce' },
  });
  const record = `${path}/dataId/${body.data.id}`;
  const changed = await send(record, { stock: 6 }, 'PATCH');
  expect(changed).toMatchObject({ status: 200, body: { data: { stock: '6', price: 'free' } } });
  expect(changed.body.warnings).toMatchObject([{ field: 'title' }, { field: 'price' }]);
  expect(changed.headers.get('X-Bedplate-Warnings')).toBe('title, price');
  for (const [fields, field] of [
    [{ price: 'dear' }, 'price'],
    [{ code: 'b' }, 'code'],
    [{ code: null }, 'code'],
    [{ code: { $unset: true } }, 'code'],
    [{ by: 'me' }, 'by'],
    [{ price: { $unset: true }, stock: 1.5 }, 'stock'],
  ] as const)
    expect(detailsOf(await send(record, fields, 'PATCH'))).toMatchObject([{ field }]);
  expect(await send(record, { price: 1 }, 'PATCH')).toMatchObject({ status: 200, body: { data: { price: '1' } } });
  expect(await send(record, { title: '', price: null }, 'PATCH')).toMatchObject({ status: 200 });
  expect(detailsOf(await send(record, { title: null }, 'PATCH'))).toMatchObject([{ field: 'title', message: 'title is required.' }]);
  expect(await stored(path)).toMatchObject([{ title: '', price: null, stock: '6', code: 'a' }]);
});

test('a schema in warn stores what is wrong, and says so', async () => {
  const { path } = await storageWith('warned', products, { state: 'warn' });
  const { status, body, headers } = await send(path, [{ title: 'Good' }, { price: 'free' }]);
  expect(status).toBe(201);
  expect(body.warnings).toMatchObject([{ field: '[1].title' }, { field: '[1].price', message: 'price must be a decimal such as 12.50.' }]);
  expect(headers.get('X-Bedplate-Warnings')).toBe('%5B1%5D.title, %5B1%5D.price');
  expect(await stored(path)).toMatchObject([{ price: 'free' }, { title: 'Good' }]);
});

test('in warn twenty of the faults of an import are told', async () => {
  const { path } = await storageWith('warnedOften', products, { state: 'warn' });
  const rows = Array.from({ length: 30 }, () => 'Good,free').join('\n');
  const { body } = await api.call(`${path}/import`, { body: `title,price\n${rows}\n`, headers: { 'content-type': 'text/csv' } });
  expect(body.warnings).toHaveLength(20);
  expect(body.message).toContain('rows that do not fit the fields: 30');
});

test('in warn an import and a change by filter say what is wrong as well, also before they are made', async () => {
  const { path } = await storageWith('warnedDoors', products, { state: 'warn' });
  const importing = (query: string) =>
    api.call(`${path}/import${query}`, { body: 'title,price\nGood,1.50\n,free\n', headers: { 'content-type': 'text/csv' } });
  const told = [
    { field: 'rows[2].title', message: 'title is required.' },
    { field: 'rows[2].price', message: 'price must be a decimal such as 12.50.' },
  ];
  for (const query of ['?dryRun=true', '']) {
    const { body, headers } = await importing(query);
    expect(body).toMatchObject({ warnings: told, message: expect.stringContaining('rows that do not fit the fields: 1') });
    expect(headers.get('X-Bedplate-Warnings')).toBe('rows%5B2%5D.title, rows%5B2%5D.price');
  }
  const [id] = (await api.call(`${path}?title=Good`)).body.data.map((record: { id: string }) => record.id);
  for (const query of ['&dryRun=true', '']) {
    const { body, headers } = await send(`${path}?title=Good${query}`, { stock: 'many' }, 'PATCH');
    expect(body.warnings).toMatchObject([{ field: `records[${id}].stock` }]);
    expect(headers.get('X-Bedplate-Warnings')).toBe(`records%5B${id}%5D.stock`);
  }
  expect((await send(`${path}?title=Good`, { stock: 3 }, 'PATCH')).body.warnings).toBeUndefined();
});

test('in learn values of a type have its form, others are stored as they are, and nothing is told', async () => {
  const { path } = await storageWith('learned', products, { state: 'learn' });
  const { status, body, headers } = await send(path, '{"price":12.50,"stock":"many","by":"me"}');
  expect([status, body.warnings, headers.get('X-Bedplate-Warnings')]).toEqual([201, undefined, null]);
  expect(body.data).toMatchObject({ price: '12.50', stock: 'many' });
  expect(body.data.by).not.toBe('me');
});

// fields.md §8, cases 1 and 3
test.each(['{"n":9007199254740993}', '[{"n":0.1234567890123456789}]', '{"n":1e-400}'])(
  'digits that no number holds are refused by their name: %s',
  async (body) => {
    const { path } = await api.storage(`lost${body.length}`);
    const refused = await send(path, body);
    expect(refused.status).toBe(400);
    expect(detailsOf(refused)).toMatchObject([{ field: 'n', message: expect.stringContaining('n has digits that no number holds') }]);
    const typed = await storageWith(`typed${body.length}`, { other: { type: 'integer' } }, { state: 'learn' });
    expect(detailsOf(await send(typed.path, body))).toMatchObject([
      { field: 'n', message: expect.stringContaining('n has digits that no number holds') },
    ]);
    expect(await stored(path)).toEqual([]);
  },
);

test('numbers that are held stay numbers, and texts stay texts', async () => {
  const { path } = await api.storage('held');
  const { body } = await send(
    path,
    '{"a":9007199254740992,"b":0.10000000000000001,"c":"9007199254740993","d":[1.50,{"e":1.5e3,"f":1e300}]}',
  );
  expect(body.data).toMatchObject({ a: 9007199254740992, b: 0.1, c: '9007199254740993', d: [1.5, { e: 1500, f: 1e300 }] });
});

test('a batch checks each write by the schema of its storage, and names it', async () => {
  const [strict, plain] = [await storageWith('bstrict', products), await api.storage('bplain')];
  const write = (storageId: string, data: unknown, more = {}) => ({ op: 'create', storageId, data, ...more });
  const batch = (writes: unknown[]) => send('/api/batch', { writes });
  const refused = await batch([write(plain.id, { price: 'free' }), write(strict.id, { title: 'Lamp', price: 'free' })]);
  expect(detailsOf(refused)).toMatchObject([{ field: 'writes[1].price' }]);
  expect(await stored(plain.path)).toEqual([]);
  const body = `{"writes":[{"op":"upsert","id":"a","storageId":"${strict.id}","data":{"title":"Lamp","price":12.50}}]}`;
  expect(await send('/api/batch', body)).toMatchObject({ status: 200, body: { data: [{ data: { price: '12.50', open: true } }] } });
  expect(
    detailsOf(await send('/api/batch', `{"writes":[{"op":"create","storageId":"${plain.id}","data":{"n":9007199254740993}}]}`)),
  ).toMatchObject([{ field: 'writes[0].n' }]);
});

test('increments of decimals and integers are exact, and appended elements have the form of the list', async () => {
  const { path } = await storageWith('exact', {
    sum: { type: 'decimal' },
    count: { type: 'integer' },
    list: { type: 'list', of: 'decimal' },
  });
  const { body } = await send(path, '{"sum":0.10,"count":9007199254740993,"list":[1.50]}');
  const record = `${path}/dataId/${body.data.id}`;
  const changed = await send(record, '{"sum":{"$increment":0.2},"count":{"$increment":1},"list":{"$append":2.50}}', 'PATCH');
  expect(changed.body.data).toMatchObject({ sum: '0.30', count: '9007199254740994', list: ['1.50', '2.50'] });
  expect((await send(record, '{"list":{"$remove":1.50},"sum":{"$increment":-0.30}}', 'PATCH')).body.data).toMatchObject({
    list: ['2.50'],
    sum: '0.00',
  });
  expect(detailsOf(await send(record, { count: { $increment: 0.5 } }, 'PATCH'))).toMatchObject([{ field: 'count' }]);
});

// fields.md §8, case 22
test('a form’s texts are read by the type of their field', async () => {
  const { path, id } = await storageWith('forms', { n: { type: 'number' }, open: { type: 'boolean' }, title: { type: 'text' } });
  const { body } = await send(path, { n: 5, open: true, title: '007' });
  const place = { projectId: 'p1', storageId: id, itemId: body.data.id as string };
  const edit = async (data: unknown) => (await updateItem(api.services, { caller: admin, path: place, body: { data } })).data;
  expect(await edit({ n: '6.50', open: 'FALSE', title: '12' })).toMatchObject({ n: 6.5, open: false, title: '12' });
  await expect(edit({ n: '1,5' })).rejects.toMatchObject({ code: 'invalid-argument', details: [{ field: 'n' }] });
  expect(await edit({ n: '' })).toMatchObject({ n: null, open: false });
});

test('without a schema a write costs what it costs, and with one no more', async () => {
  const [plain, typed] = [await api.storage('cheap'), await storageWith('typed', products)];
  for (const { path } of [plain, typed]) await send(path, { title: 'first', price: '1.00' });
  for (const { path } of [plain, typed]) {
    const created = await send(path, { title: 'Lamp', price: '2.00' });
    const updated = await send(`${path}/dataId/${created.body.data.id}`, { title: 'Desk' }, 'PATCH');
    const billed = [created, updated].map(({ headers }) => [headers.get('X-Bedplate-Reads'), headers.get('X-Bedplate-Writes')]);
    expect(billed).toEqual([
      ['0', '1'],
      ['1', '1'],
    ]);
  }
});

test('an import refuses the rows that the schema refuses, and keeps the digits of the others', async () => {
  const { path } = await storageWith('imported', products);
  const rows = '{"title":"Lamp","price":12.50}\n{"price":5}\n{"title":"Desk","stock":9007199254740993}';
  const { body } = await api.call(`${path}/import?partial=true`, { body: rows, headers: { 'content-type': 'application/x-ndjson' } });
  expect(body.data).toMatchObject({ accepted: 2, errors: [{ row: 2, field: 'title', message: 'title is required.' }] });
  expect((await stored(path)).map(({ title, price, stock }) => [title, price, stock])).toEqual([
    ['Desk', '1.00', '9007199254740993'],
    ['Lamp', '12.50', undefined],
  ]);
  const plain = await api.storage('plainimport');
  const lost = await api.call(`${plain.path}/import?partial=true`, {
    body: '{"n":1}\n{"n":9007199254740993}',
    headers: { 'content-type': 'application/x-ndjson' },
  });
  expect(lost.body.data).toMatchObject({ accepted: 1, errors: [{ row: 2, field: 'n' }] });
});

test('a counter gives each new record a number that no other has, from several instances and in every way', async () => {
  const { id, path } = await storageWith('numbered', { no: { type: 'integer', computed: 'counter' }, title: { type: 'text' } });
  const row = await api.services.store.storages.get(id);
  const other = { ...api.services.records, store: createStore(databaseOf(api.services.store)) };
  await Promise.all([
    ...Array.from({ length: 12 }, () => send(path, { title: 'one' })),
    send(
      path,
      Array.from({ length: 20 }, () => ({ title: 'many' })),
    ),
    send('/api/batch', { writes: [1, 2, 3].map((n) => ({ op: 'upsert', id: `u${n}`, storageId: id, data: { title: 'chosen' } })) }),
    ...Array.from({ length: 5 }, () => row && createRecords(other, row, { inputs: [{}, {}], actor: 'other' })),
  ]);
  const numbers = (await stored(`${path}?limit=100`)).map(({ no }) => no);
  expect(numbers).toHaveLength(45);
  expect(new Set(numbers).size).toBe(45);
  expect(numbers.every((no) => /^[1-9]\d*$/.test(String(no)))).toBe(true);
  expect(detailsOf(await send(path, { no: 5 }))).toMatchObject([{ field: 'no' }]);
  const { body } = await send(path, { title: 'last' });
  expect(detailsOf(await send(`${path}/dataId/${body.data.id}`, { no: '7' }, 'PATCH'))).toMatchObject([{ field: 'no' }]);
});

test('a counter leaves out no number for a record that names another one, or that is refused', async () => {
  const { id: customers, path: people } = await api.storage('customers');
  const { body } = await send(people, { name: 'Ada' });
  const { path } = await storageWith('orders', {
    no: { type: 'integer', computed: 'counter' },
    customer: { type: 'reference', storage: customers },
    total: { type: 'decimal' },
  });
  const orders = [
    { customer: body.data.id },
    { total: 'free' },
    { total: '1.50' },
    { customer: body.data.id, total: 'free' },
    { customer: body.data.id },
  ];
  await send(path, { total: '0.50' }); // the first record of a storage tells it its fields
  const numbers: unknown[] = [];
  for (const order of orders) numbers.push((await send(path, order)).body.data?.no);
  const first = Number(numbers[0]);
  expect(numbers).toEqual([first, undefined, first + 1, undefined, first + 2].map((no) => no && String(no)));
});
