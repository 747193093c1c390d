import { expect, test } from 'vitest';
import { everyPage } from './every-page.ts';

test.each([0, 1, 100, 101, 250])('a list of %i is read to its end, each of it once', async (count) => {
  const all = Array.from({ length: count }, (_, i) => ({ id: `n${i}` }));
  const asked: number[] = [];
  const found = await everyPage((page) => {
    asked.push(page);
    return Promise.resolve({ data: all.slice((page - 1) * 100, page * 100), pagination: { totalPages: Math.ceil(count / 100) } });
  });
  expect(found).toEqual(all);
  expect(asked).toHaveLength(Math.max(1, Math.ceil(count / 100)));
});

test('what moves to the next page meanwhile comes once', async () => {
  const pages = [[{ id: 'b' }, { id: 'a' }], [{ id: 'a' }]];
  expect(await everyPage((page) => Promise.resolve({ data: pages[page - 1] ?? [], pagination: { totalPages: 2 } }))).toEqual([
    { id: 'b' },
    { id: 'a' },
  ]);
});
