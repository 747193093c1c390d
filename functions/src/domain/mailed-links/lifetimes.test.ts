import { expect, test } from 'vitest';
import type { Services } from '../../services/services.ts';
import { newAuthToken } from './auth-tokens.ts';

const hour = 3_600_000;

test.each([
  ['verify', 24],
  ['reset', 1],
  ['unlock', 1],
  ['not-me', 7 * 24],
] as const)('a mailed link of the kind %s is good for %i hours', (kind, hours) => {
  const { write } = newAuthToken({ clock: () => 0 } as Services, { kind, uid: 'ada' });
  const { expiresAt } = (write as unknown as { data: { expiresAt: { toMillis(): number } } }).data;
  expect(expiresAt.toMillis()).toBe(hours * hour);
});
