import { expect, test } from 'vitest';
import type { Services } from '../../../services/services.ts';
import { matchesOf } from './search-page.ts';

test('eight rows beyond a page are looked at, whose search fields fit and whose texts do not', async () => {
  let looked = 0;
  const query = async ({ limit }: { limit: number }) => {
    looked += limit;
    return { rows: Array.from({ length: limit }, (_, n) => ({ id: `r${looked + n}`, data: { name: 'Ann' } })) };
  };
  const services = { store: { query } } as unknown as Services; // what is read of them
  const list = { from: 'users', search: { parts: ({ name }: { name: string }) => [name] } } as unknown as Parameters<
    typeof matchesOf
  >[1]['list'];
  const found = await matchesOf(services, { list, where: [], options: { search: 'bob', limit: 10, after: undefined } });
  expect(found).toMatchObject({ rows: [], hasMore: true });
  expect(looked).toBe(18);
});
