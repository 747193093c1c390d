import { usualRequestsPerMinute } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { namedKey } from '../../../test/named-key.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let path: string;
let now = 1_800_000_000_000;

beforeAll(async () => {
  api = await startApi({ clock: () => now }); // limits fill up with time
  ({ path } = await api.storage('notes'));
});
afterAll(() => api.stop());

async function limitAccount(requestsPerMinute = 10_000): Promise<void> {
  await databaseOf(api.services.store).doc('tenants/t1').update({ 'limits.requestsPerMinute': requestsPerMinute });
  const limit = String(Math.min(requestsPerMinute, usualRequestsPerMinute));
  await expect.poll(async () => (await api.call(`${path}?limit=1`)).headers.get('ratelimit-limit')).toBe(limit);
  now += 60_000; // all calls are there again
}

test.each([
  ['key', 4, undefined],
  ['account', 100, 4],
])('a client that is refused since others have used up the calls of the %s keeps its own', async (_, requestsPerMinute, ofAccount) => {
  await limitAccount(ofAccount);
  const { headers } = await namedKey(api, { limits: { requestsPerMinute, requestsPerMinutePerClient: 2 } });
  const from = async (address: string) =>
    (await api.call(`${path}?limit=1`, { headers: { ...headers, 'x-forwarded-for': address } })).status;
  const [one, two, late] = ['192.0.2.1', '198.51.100.1', '203.0.113.1'];
  const statuses = [];
  for (const address of [one, one, two, two, late, late]) statuses.push(await from(address));
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  now += 15_000; // one call of all
  expect(await from(late)).toBe(200);
});

test('the calls a minute that staff give an account hold for all its keys together, and say so', async () => {
  await limitAccount(3);
  const answers = [];
  for (let n = 0; n < 5; n += 1) answers.push(await api.call(`${path}?limit=1`));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  expect(answers[0]?.headers.get('ratelimit-limit')).toBe('3');
  expect(answers[3]).toMatchObject({ body: { error: { code: 'too-many-requests' } } });
  expect(answers[3]?.headers.get('retry-after')).toBe('20');
});
