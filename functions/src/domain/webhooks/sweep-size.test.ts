import { expect, test, vi } from 'vitest';
import type { DeliveryServices } from './delivery-services.ts';
import { deliverLane } from './deliver-lane.ts';
import { sweepDeliveries } from './sweep.ts';

vi.mock('./deliver-lane.ts');

test('a run looks at five thousand deliveries', async () => {
  const asked: unknown[] = [];
  const query = async ({ limit }: { limit: number }) => ({ rows: (asked.push(limit), []) });
  await sweepDeliveries({ isOn: async () => true, now: () => 0, store: { deliveries: { query } } } as unknown as DeliveryServices); // what is read
  expect(asked).toEqual([5_000]);
});

test('twenty deliveries are tried at a time, four of them of one receiver', async () => {
  let [underWay, most] = [0, 0];
  vi.mocked(deliverLane).mockImplementation(async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    return 'answered';
  });
  const crowd = async (receivers: number) => {
    const rows = Array.from({ length: 100 }, (_, n) => ({ data: { lane: `l${n}`, endpointId: `e${n % receivers}` } }));
    const deliveries = { query: async () => ({ rows }) };
    most = 0;
    await sweepDeliveries({ isOn: async () => true, now: () => 0, store: { deliveries } } as unknown as DeliveryServices); // what is read
    return most;
  };
  expect([await crowd(100), await crowd(1)]).toEqual([20, 4]);
});
