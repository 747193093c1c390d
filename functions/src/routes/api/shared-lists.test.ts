import { afterAll, expect, test, vi } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import * as lists from '../../domain/records/query/list.ts';
import type { MeteredFlight } from '../../store/metered-flight.ts';
import type { ListForAll } from './list-for-all.ts';

vi.mock('../../domain/records/query/list.ts', async (original) => {
  const real = await original<typeof lists>();
  return { ...real, list: vi.fn<typeof real.list>(real.list) };
});

const api = await startApi();
afterAll(() => api.stop());

/** As if all calls came in one turn of the event loop. */
function inOneTurn(): MeteredFlight<ListForAll | undefined> {
  const known = new Map<string, Promise<ListForAll | undefined>>();
  return (name, work) => {
    const result = known.get(name) ?? work();
    known.set(name, result);
    return result;
  };
}

test('lists of one storage with one query are read once; those of another storage or query are their own', async () => {
  const [orders, bills] = [await api.storage('orders'), await api.storage('bills')];
  await api.call(orders.path, { body: [{ name: 'one' }, { name: 'two' }] });
  await api.call(bills.path, { body: [{ name: 'bill' }] });
  const asked = [`${orders.path}?sortBy=name`, `${bills.path}?sortBy=name`, `${orders.path}?sortBy=name&limit=1`];
  const texts = async () => {
    const answers: string[] = [];
    for (const path of asked) answers.push((await api.call(path)).text);
    return answers;
  };
  const alone = await texts();
  Object.assign(api.services, { lists: inOneTurn() });
  vi.mocked(lists.list).mockClear();
  expect(await texts()).toEqual(alone);
  expect(await texts()).toEqual(alone);
  expect(lists.list).toHaveBeenCalledTimes(asked.length);
});
