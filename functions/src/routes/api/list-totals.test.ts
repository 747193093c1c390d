import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';

let api: Awaited<ReturnType<typeof startApi>>;
const paths: Record<number, string> = {};

beforeAll(async () => {
  api = await startApi();
  for (const size of [14, 300]) {
    const { path } = await api.storage(`mugs${size}`);
    for (let i = 0; i < size; i += 100) {
      const body = Array.from({ length: Math.min(100, size - i) }, (_, n) => ({
        n: i + n,
        kind: `k${n % 2}`,
        title: `mug ${n}`,
        note: 'mug',
      }));
      await api.call(path, { body });
    }
    paths[size] = path;
  }
});
afterAll(() => api.stop());

const paginationOf = async (size: number, query: string) =>
  (await api.call(`${paths[size]}?${query}`)).body.pagination as Record<string, unknown>;

test.each([
  ['kind=k1&sortBy=n', 7],
  ['kind=k1&sortOrder=asc', 7],
  ['kind=k1&n>=5', 5],
  ['kind!=k1', 7],
  ['n>=5', 9],
  ['n>=5&sortBy=title', 9],
  ['n>=5&sortOrder=asc', 9],
  ['title~mug', 14],
  ['title~mug&sortBy=n', 14],
  ['search=mug', 14],
  ['kind=null|k0&sortBy=n', 7],
])('in a small storage %s has its exact total on every page', async (query, totalItems) => {
  for (const page of [1, 2]) {
    const totalPages = Math.ceil(totalItems / 3);
    expect(await paginationOf(14, `${query}&limit=3&page=${page}`)).toMatchObject({ totalItems, totalPages, totalIsExact: true });
  }
});

test.each([
  ['kind=k1&sortBy=n', 150],
  ['n>=5', 295],
  ['n>=5&sortBy=title', 295],
])('an index also gives the exact total of a larger storage: %s', async (query, totalItems) => {
  expect(await paginationOf(300, query)).toMatchObject({ totalItems, totalIsExact: true });
});

test('where a total is a lower bound, the number of pages goes as far as there may be one', async () => {
  expect(await paginationOf(300, 'title~mug')).toMatchObject({ totalIsExact: false, totalPages: 2 });
  expect(await paginationOf(300, 'title~mug&page=2')).toMatchObject({ totalIsExact: false, totalPages: 3 });
});
