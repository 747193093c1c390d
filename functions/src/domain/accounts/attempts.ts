import { Timestamp } from 'firebase-admin/firestore';
import { ApiError } from '../../http/api-error.ts';
import { isLoopback, networkOf } from '../../http/client-address.ts';
import type { Services } from '../../services.ts';
import { collections } from '../../store/collections.ts';
import { sha256 } from '../keys/crypt.ts';

/** How often something may be tried in a window that starts with the first try. */
export interface AttemptLimit {
  scope: string;
  max: number;
  windowMillis: number;
  message: string;
}

/**
 * Counts one attempt. Addresses and e-mails are kept as hashes only. On one machine everybody has the same address: it is not limited.
 * @returns how many there were in this window, this one included
 * @throws {ApiError} too-many-requests, with the seconds to wait, when the window's attempts are used up
 */
export async function countAttempt(services: Services, limit: AttemptLimit, value: string): Promise<number> {
  if (isThisMachine(services, value)) return 0;
  const ref = attemptsOf(services, limit, value);
  const { wait, count } = await services.db.runTransaction(async (tx) => {
    const now = services.clock();
    const found = (await tx.get(ref)).data();
    const open = found && found.windowEnd.toMillis() > now ? found : undefined;
    if (open && open.count >= limit.max) return { wait: open.windowEnd.toMillis() - now, count: open.count };
    const windowEnd = open?.windowEnd ?? Timestamp.fromMillis(now + limit.windowMillis);
    const counted = (open?.count ?? 0) + 1;
    tx.set(ref, { scope: limit.scope, count: counted, windowEnd, expiresAt: windowEnd });
    return { wait: 0, count: counted };
  });
  if (wait > 0) throw tooMany(limit, wait);
  return count;
}

/** The same check without counting. @throws {ApiError} too-many-requests */
export async function refuseWhenUsedUp(services: Services, limit: AttemptLimit, value: string): Promise<void> {
  if (isThisMachine(services, value)) return;
  const found = (await attemptsOf(services, limit, value).get()).data();
  const wait = (found?.windowEnd.toMillis() ?? 0) - services.clock();
  if (found && found.count >= limit.max && wait > 0) throw tooMany(limit, wait);
}

/** Starts over, after a success. */
export async function forgetAttempts(services: Services, limit: AttemptLimit, value: string): Promise<void> {
  await attemptsOf(services, limit, value).delete();
}

function attemptsOf(services: Services, limit: AttemptLimit, value: string) {
  return collections(services.db).attempts.doc(sha256(JSON.stringify([limit.scope, networkOf(value)])));
}

function isThisMachine(services: Services, value: string): boolean {
  return services.config.emulators !== null && isLoopback(value);
}

function tooMany(limit: AttemptLimit, waitMillis: number): ApiError {
  return new ApiError('too-many-requests', limit.message, { retryAfter: Math.ceil(waitMillis / 1000) });
}
