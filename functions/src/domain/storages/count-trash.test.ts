import { expect, test, vi } from 'vitest';
import type { Store } from '../../store/access.ts';
import { countTrash } from './count-trash.ts';

test('a thousand records of a trash are counted, for one billed read', async () => {
  const count = vi.fn<(spec: { limit: number }) => Promise<number>>(async ({ limit }) => limit);
  expect(await countTrash({ in: () => ({ count }) } as unknown as Store, 's1')).toBe(1_000); // what is used of it
});
