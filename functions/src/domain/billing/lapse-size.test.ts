import { expect, test, vi } from 'vitest';
import type { Services } from '../../services/services.ts';
import { applyAccount } from './apply-account.ts';
import { lapse } from './reconcile.ts';

vi.mock('./apply-account.ts');

test('a run looks at two hundred accounts that are due, and at two hundred past their end', async () => {
  const asked: unknown[] = [];
  const query = async ({ limit }: { limit: number }) => ({ rows: (asked.push(limit), []) });
  const store = { billing: { query, getAll: async () => [] }, tenants: { query } };
  expect(await lapse({ clock: () => 0, store } as unknown as Services)).toBe(0); // what is read of them
  expect(asked).toEqual([200, 200]);
});

test('eight accounts are compared with the payment provider at a time', async () => {
  let [underWay, most] = [0, 0];
  vi.mocked(applyAccount).mockImplementation(async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    return false;
  });
  const due = Array.from({ length: 50 }, (_, n) => ({ id: `t${n}` }));
  const store = { billing: { query: async () => ({ rows: due }), getAll: async () => [] }, tenants: { query: async () => ({ rows: [] }) } };
  expect(await lapse({ clock: () => 0, store } as unknown as Services)).toBe(50); // what is read of them
  expect(most).toBe(8);
});
