import { expect, test } from 'vitest';
import { newDelivery } from './event-writes.ts';

test('a delivery is kept for fourteen days, and a sweep takes it after half a minute', () => {
  const { createdAt, expiresAt, nextAt } = newDelivery({} as Parameters<typeof newDelivery>[0], 0);
  expect(expiresAt.toMillis() - createdAt.toMillis()).toBe(14 * 86_400_000);
  expect(nextAt?.toMillis()).toBe(30_000);
});
