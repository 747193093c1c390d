import { sha256 } from '../src/crypto/crypt.ts';
import type { Services } from '../src/services/services.ts';
import { databaseOf } from './data-services.ts';

/** As after so many attempts in a window that goes on for a minute. */
export async function counted(services: Services, { scope, value, count }: { scope: string; value: string; count: number }): Promise<void> {
  const windowEnd = new Date(services.clock() + 60_000);
  const counter = databaseOf(services.store).doc(`attempts/${sha256(JSON.stringify([scope, value]))}`);
  await counter.set({ scope, count, windowEnd, expiresAt: windowEnd });
}
