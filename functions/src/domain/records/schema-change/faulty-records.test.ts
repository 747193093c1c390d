import { type FaultQuery, type FaultyRecords, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { newMeter, withMeter } from '../../../store/model/meter.ts';
import { saveSchema } from '../schema/save-schema.ts';
import { createRecords } from '../write/create-records.ts';
import { faultyRecords } from './faulty-records.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

type Fields = Parameters<typeof StorageSchema.parse>[0];

/** A storage with these records, whose schema came after them. */
async function storageOf(key: string, inputs: readonly unknown[], schema: Fields) {
  const { id, read } = await api.storage(key, { is_softDelete: true });
  const storage = await read();
  for (let i = 0; i < inputs.length; i += 100)
    await createRecords(api.services.records, storage, { inputs: inputs.slice(i, i + 100), actor: 'tester' });
  const path = { projectId: 'p1', storageId: id };
  await saveSchema(api.services, { caller: admin, path, change: { version: 0, schema: StorageSchema.parse(schema), state: 'learn' } });
  return id;
}

const listed = (storageId: string, query: FaultQuery) =>
  faultyRecords(api.services, { caller: admin, params: { projectId: 'p1', storageId }, query });

async function allParts(storageId: string, query: FaultQuery): Promise<FaultyRecords[]> {
  const parts = [await listed(storageId, query)];
  for (let next = parts[0]?.next; next; next = parts.at(-1)?.next) parts.push(await listed(storageId, { ...query, after: next }));
  return parts;
}

test('every record that breaks a rule is listed once, by its name and value, and each record is read once', async () => {
  const id = await storageOf(
    'many',
    Array.from({ length: 430 }, (_, n) => ({ title: `Thing ${n}`, n: n % 2 === 0 ? 'odd' : n })),
    { fields: { n: { type: 'number' } } },
  );
  const meter = newMeter();
  const parts = await withMeter(meter, () => allParts(id, { field: 'n', rule: 'type' }));
  const records = parts.flatMap(({ data }) => data);
  expect(records.map(({ name, value }) => [name, value]).toSorted()).toEqual(
    Array.from({ length: 215 }, (_, n) => [`Thing ${2 * n}`, 'odd']).toSorted(),
  );
  expect(new Set(records.map((record) => record.id)).size).toBe(215);
  expect(parts.map(({ data, seen, next }) => [data.length, seen, next !== null])).toEqual([
    [50, 100, true],
    [50, 100, true],
    [50, 100, true],
    [50, 100, true],
    [15, 30, false],
  ]);
  expect(meter.reads).toBe(430 + 5 * 2); // and in each call the storage and the version of its schema
});

test('a part ends after 2,000 records, also where none of them is wrong', async () => {
  const inputs = Array.from({ length: 2050 }, (_, n) => ({ n: n === 0 ? 'first' : n }));
  const id = await storageOf('mostly', inputs, { fields: { n: { type: 'number' } } });
  const parts = await allParts(id, { field: 'n', rule: 'type' });
  expect(parts.map(({ data, seen }) => [data.map(({ value }) => value), seen])).toEqual([
    [[], 2000],
    [['first'], 50],
  ]);
});

test('a record is listed for the rule that it breaks, and for no other', async () => {
  const long = 'x'.repeat(300);
  const id = await storageOf(
    'rules',
    [
      { a: 5, b: 'ok' },
      { a: -1, extra: true },
      { a: long, b: null },
    ],
    {
      fields: { a: { type: 'number', min: 0 }, b: { type: 'text', required: true } },
      closed: true,
    },
  );
  const values = async (query: FaultQuery) => (await listed(id, query)).data.map(({ value }) => value);
  expect(await values({ field: 'a', rule: 'min' })).toEqual([-1]);
  expect(await values({ field: 'a', rule: 'type' })).toEqual([`${'x'.repeat(200)}…`]);
  expect(await values({ field: 'b', rule: 'required' })).toEqual([null, null]);
  expect(await values({ field: 'extra', rule: 'undeclared' })).toEqual([true]);
  expect(await values({ field: 'b', rule: 'unique' })).toEqual([]);
});

test('no record is read for a rule that the schema does not have', async () => {
  const id = await storageOf('none', [{ a: 'x' }], { fields: { a: { type: 'number' } } });
  for (const query of [
    { field: 'unknown', rule: 'type' },
    { field: 'toString', rule: 'type' },
    { field: 'a', rule: 'undeclared' },
  ] as const)
    expect(await listed(id, query)).toEqual({ data: [], seen: 0, next: null, isExact: true });
});

test('records that name no record are listed', async () => {
  const { id: storage, path } = await api.storage('named');
  const known = (await api.call(path, { body: { name: 'Ada' } })).body.data.id as string;
  const id = await storageOf('naming', [{ by: known }, { by: 'nobody', title: 'Lost' }], {
    fields: { by: { type: 'reference', storage } },
  });
  expect(await listed(id, { field: 'by', rule: 'reference' })).toMatchObject({ data: [{ name: 'Lost', value: 'nobody' }], seen: 2 });
});

test('records with the same values stand side by side, also those in the trash, a hundred at a time', async () => {
  const inputs = Array.from({ length: 104 }, (_, n) => ({ code: `c${n % 52}`, n }));
  const id = await storageOf('same', inputs, { fields: { code: { type: 'text' } }, unique: [{ fields: ['code'] }] });
  const newest = (await listed(id, { field: 'code', rule: 'unique' })).data[0]?.id ?? '';
  await api.call(`/api/same/${id}/dataId/${newest}`, { method: 'DELETE' });
  const parts = await allParts(id, { field: 'code', rule: 'unique' });
  expect(parts.map(({ data, seen, isExact }) => [data.length, seen, isExact])).toEqual([
    [100, 104, true],
    [4, 104, true],
  ]);
  const records = parts.flatMap(({ data }) => data);
  expect(records.filter(({ isInTrash }) => isInTrash).map((record) => record.id)).toEqual([newest]);
  expect(records.every((record, i) => i % 2 === 0 || record.value === records[i - 1]?.value)).toBe(true);
});

test('the storage of another account is not found', async () => {
  const id = await storageOf('foreign', [{ a: 'x' }], { fields: { a: { type: 'number' } } });
  const asked = { params: { projectId: 'p1', storageId: id }, query: { field: 'a', rule: 'type' } } as const;
  await expect(faultyRecords(api.services, { caller: { ...admin, tenantId: 't2' }, ...asked })).rejects.toMatchObject({
    code: 'not-found',
  });
  expect((await faultyRecords(api.services, { caller: admin, ...asked })).data).toHaveLength(1);
});
