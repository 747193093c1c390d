import { expect, test } from 'vitest';
import type { DeliveryServices } from './delivery-services.ts';
import { sweepDeliveries } from './sweep.ts';

test('a run looks at five thousand deliveries', async () => {
  const asked: unknown[] = [];
  const query = async ({ limit }: { limit: number }) => ({ rows: (asked.push(limit), []) });
  await sweepDeliveries({ isOn: async () => true, now: () => 0, store: { deliveries: { query } } } as unknown as DeliveryServices); // what is read
  expect(asked).toEqual([5_000]);
});
