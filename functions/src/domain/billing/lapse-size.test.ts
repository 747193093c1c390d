import { expect, test } from 'vitest';
import type { Services } from '../../services/services.ts';
import { lapse } from './reconcile.ts';

test('a run looks at two hundred accounts that are due, and at two hundred past their end', async () => {
  const asked: unknown[] = [];
  const query = async ({ limit }: { limit: number }) => ({ rows: (asked.push(limit), []) });
  const store = { billing: { query, getAll: async () => [] }, tenants: { query } };
  expect(await lapse({ clock: () => 0, store } as unknown as Services)).toBe(0); // what is read of them
  expect(asked).toEqual([200, 200]);
});
