import { expect, test } from 'vitest';
import { createRateLimiter } from '../../domain/rate-limits/rate-limiter.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { placeOfRefused } from './place-of-refused.ts';

test('of refused calls thirty storages are looked up in a minute', async () => {
  const caches = { storages: { knows: () => false } };
  const services = { caches, rateLimiter: createRateLimiter(() => 0) } as unknown as Parameters<typeof placeOfRefused>[0];
  let looks = 0;
  for (let n = 0; n < 50; n += 1)
    await placeOfRefused(services, { verb: 'read', storageId: `s${n}` }, async () => {
      looks += 1;
      return {} as StorageRow;
    });
  expect(looks).toBe(30);
});
