import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, startDataServices } from '../../../test/data-services.ts';
import { createRateLimiter } from '../rate-limits/rate-limiter.ts';
import { projectOfStranger } from './project-of-stranger.ts';

let world: Awaited<ReturnType<typeof startDataServices>>;

beforeAll(async () => {
  world = await startDataServices();
  const db = databaseOf(world.services.store);
  await db.doc('tenants/t1').set({ active: true, plan: { tier: 'free' } });
  for (const id of ['shop', 'blog']) await db.doc(`projects/${id}`).set({ tenantId: 't1', name: id, archivedAt: null });
});
afterAll(() => world.stop());

const strangers = () => {
  const rateLimiter = createRateLimiter(() => 0);
  const call = (id: string) => projectOfStranger({ store: world.services.store, rateLimiter }, { get: () => id } as never);
  return async (id: string, times: number) => {
    let noted = 0;
    for (let i = 0; i < times; i += 1) if (await call(id)) noted += 1;
    return noted;
  };
};

test('six calls of strangers are noted of a project in a minute, whatever comes to others', async () => {
  const calls = strangers();
  expect(await calls('shop', 8)).toBe(6);
  expect(await calls('blog', 1)).toBe(1);
});

test('thirty calls of strangers are looked into in a minute, also those that name no project of ours', async () => {
  const calls = strangers();
  expect(await calls('invented', 29)).toBe(0);
  expect(await calls('shop', 2)).toBe(1);
});
