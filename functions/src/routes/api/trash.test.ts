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

test('newest first, the trash and what it is listed with are read page by page, however many they are', async () => {
  const { path: many } = await api.storage('many', { is_softDelete: true });
  const ids: string[] = [];
  for (let i = 0; i < 11; i += 1) {
    const body = Array.from({ length: 100 }, (_, n) => ({ n: i * 100 + n }));
    ids.push(...(await api.call(many, { body })).body.data.map(({ id }: { id: string }) => id));
  }
  const gone = [3, 500, 501, 1095, 1099];
  for (const n of gone) await api.call(`${many}/dataId/${ids[n]}`, { method: 'DELETE' });
  const numbers = (data: { n: number; is_deleted: boolean }[]) => data.map(({ n, is_deleted }) => (is_deleted ? `-${n}` : String(n)));

  const first = await api.call(`${many}?deleted=include&limit=6`);
  expect(numbers(first.body.data)).toEqual(['-1099', '1098', '1097', '1096', '-1095', '1094']);
  expect(first.body.pagination).toMatchObject({ totalItems: 1100, totalPages: 184, totalIsExact: true });
  expect(Number(first.headers.get('x-bedplate-reads'))).toBeLessThan(20);
  expect(numbers((await api.call(`${many}?deleted=include&limit=100&page=6`)).body.data).slice(96)).toEqual(['503', '502', '-501', '-500']);
  expect((await api.call(`${many}?deleted=include&page=999`)).body).toMatchObject({ data: [], pagination: { totalItems: 1100 } });
  expect((await api.call(`${many}?deleted=only&limit=2&page=2`)).body).toMatchObject({
    data: [{ n: 501 }, { n: 500 }],
    pagination: { totalItems: 5, currentPage: 2, nextCursor: expect.any(String) },
  });

  const all = Array.from({ length: 1100 }, (_, i) => (gone.includes(1099 - i) ? `-${1099 - i}` : String(1099 - i)));
  expect(await walk('deleted=include&limit=100')).toEqual(all);
  expect(await walk('deleted=include&n>=490%26<510&limit=7')).toEqual(all.slice(590, 610));
  expect(await walk('deleted=only&limit=2')).toEqual(['-1099', '-1095', '-501', '-500', '-3']);

  async function walk(query: string): Promise<string[]> {
    const got: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await api.call(`${many}?${query}&cursor=${cursor}`);
      got.push(...numbers(body.data));
      cursor = (body.pagination as { nextCursor: string | null }).nextCursor;
    }
    return got;
  }
}, 30_000);
