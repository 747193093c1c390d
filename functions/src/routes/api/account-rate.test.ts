import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { databaseOf } from '../../../test/data-services.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let path: string;

beforeAll(async () => {
  api = await startApi({ clock: () => 1_800_000_000_000 }); // the limit fills up with time
  ({ path } = await api.storage('notes'));
  await databaseOf(api.services.store).doc('tenants/t1').update({ 'limits.requestsPerMinute': 3 });
});
afterAll(() => api.stop());

test('the calls a minute that staff give an account hold for all its keys together, and say so', async () => {
  const answers = [];
  for (let n = 0; n < 5; n += 1) answers.push(await api.call(`${path}?limit=1`));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  expect(answers[0]?.headers.get('ratelimit-limit')).toBe('3');
  expect(answers[3]).toMatchObject({ body: { error: { code: 'too-many-requests' } } });
  expect(answers[3]?.headers.get('retry-after')).toBe('20');
});
