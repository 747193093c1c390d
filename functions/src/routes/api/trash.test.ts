import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let path: string;
/** When each was deleted, by name. */
const deletedAt: Record<string, string> = {};

beforeAll(async () => {
  api = await startApi();
  ({ path } = await api.storage('parcels', { is_softDelete: true }));
  const { data } = (await api.call(path, { body: ['a', 'b', 'c', 'd'].map((name) => ({ name })) })).body;
  for (const name of ['c', 'a', 'b']) {
    const { id } = data.find((record: { name: string }) => record.name === name);
    await api.call(`${path}/dataId/${id}`, { method: 'DELETE' });
    deletedAt[name] = (await api.call(`${path}/dataId/${id}?deleted=only`)).body.data.deletedAt;
    await new Promise((resolve) => setTimeout(resolve, 2)); // times have milliseconds
  }
});
afterAll(() => api.stop());

const names = async (query: string) => (await api.call(`${path}?${query}`)).body.data.map(({ name }: { name: string }) => name).join('');

test.each([
  ['the latest deletion first', () => 'deleted=only&sortBy=deletedAt', 'bac'],
  ['the earliest deletion first', () => 'deleted=only&sortBy=deletedAt&sortOrder=asc', 'cab'],
  ['live records last', () => 'deleted=include&sortBy=deletedAt', 'bacd'],
  ['since a deletion', () => `deleted=only&deletedAt>=${deletedAt.a}&sortBy=deletedAt`, 'ba'],
  ['after a deletion', () => `deleted=only&deletedAt>${deletedAt.a}`, 'b'],
  ['before a deletion', () => `deleted=include&deletedAt<${deletedAt.a}`, 'c'],
  ['at one time', () => `deleted=include&deletedAt=${deletedAt.c}`, 'c'],
  ['at none of some times', () => `deleted=include&deletedAt!=${deletedAt.c}|${deletedAt.b}`, 'da'],
  ['never', () => 'deleted=include&deletedAt=null', 'd'],
  ['ever', () => 'deleted=include&deletedAt!=null', 'cba'],
  ['live ones have no time', () => 'deletedAt=null', 'd'],
  ['no live one was deleted since', () => 'deletedAt>=2020-01-01', ''],
])('the trash is filtered and sorted by when a record was deleted: %s', async (_, query, expected) => {
  expect(await names(query())).toBe(expected);
});

test('of several times that a record must not have each counts', async () => {
  const today = new Date().toISOString().slice(0, 10);
  expect(await names(`updatedAt!=2020-01-01|${today}`)).toBe('');
  expect(await names(`createdAt!=${today}|2020-01-01`)).toBe('');
  expect(await names('createdAt!=2020-01-01|2021-01-01')).toBe('d');
});
