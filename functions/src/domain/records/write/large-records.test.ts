import { limits } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { list } from '../query/list.ts';
import { parseListQuery } from '../query/parse-query.ts';
import { createRecords } from './create-records.ts';
import { getRecord } from '../query/get-record.ts';
import { updateRecord } from './change-record.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
const by = { actor: 'tester' };

beforeAll(async () => {
  data = await startDataServices();
});
afterAll(() => data.stop());

const numbered = <T>(count: number, value: (i: number) => T) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, value(i)]));
const ids = async (storage: Parameters<typeof list>[1], query: string) =>
  (await list(data.services, storage, parseListQuery(query))).found.map(({ id }) => id);

const wide = '😀'.repeat(770);
const manyElements = { ...numbered(290, () => Array.from({ length: 100 }, (_, i) => i)), text: 'x'.repeat(500 * 1024) };

test.each([
  ['299 texts', { ...numbered(298, () => wide.slice(0, 1508)), mark: 'x' }, 'mark=x'],
  ['290 arrays of 100 numbers', manyElements, 'n7=55'],
])('a record of %s within the limit is stored, found and changed', async (_, fields, query) => {
  const read = await makeStorage(data.services);
  const [small] = await createRecords(data.services, await read(), { inputs: [{ n7: 'other', mark: 'y' }], ...by });
  const [record] = await createRecords(data.services, await read(), { inputs: [fields], ...by });
  const id = record?.id ?? '';
  expect(await getRecord(data.services, await read(), { id })).toMatchObject(fields);
  expect(await ids(await read(), query)).toEqual([id]);
  expect(await ids(await read(), 'sortBy=mark&sortOrder=asc')).toHaveLength(2);
  expect(await ids(await read(), 'n7=other')).toEqual([small?.id]);
  await updateRecord(data.services, await read(), { id, fields: { mark: 'z' }, ...by });
  expect(await ids(await read(), 'mark=z')).toEqual([id]);
  await updateRecord(data.services, await read(), {
    id,
    fields: Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
    ...by,
  });
  expect(await ids(await read(), 'n7=null')).toEqual([id]);
});

test('lists in lists count as they are stored', async () => {
  const read = await makeStorage(data.services);
  const lists = (count: number) => ({ nested: Array.from({ length: count }, () => []) });
  await expect(createRecords(data.services, await read(), { inputs: [lists(300_000)], ...by })).rejects.toMatchObject({
    code: 'payload-too-large',
    message: `A record may take at most ${limits.record / 1024} KiB.`,
  });
  await createRecords(data.services, await read(), { inputs: [lists(90_000)], ...by });
});
