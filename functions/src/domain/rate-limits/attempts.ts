import { ApiError, type Sentence } from '../../errors/api-error.ts';
import { isLoopback, networkOf } from '../../network/address.ts';
import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { create, remove, update, type Write } from '../../store/model/writes.ts';
import { optimistically } from '../../store/compare-and-set.ts';
import type { AttemptsDocument } from '../../store/documents/documents.ts';
import type { DocumentPath } from '../../store/model/collection.ts';
import type { Row } from '../../store/model/row.ts';
import { attempts } from '../../store/collections.ts';
import { sha256 } from '../../crypto/crypt.ts';

/** How often something may be tried in a window that starts with the first try. */
export interface AttemptLimit {
  scope: string;
  max: number;
  windowMillis: number;
  message: Sentence;
}

/**
 * Counts one attempt. Addresses and e-mails are kept as hashes only. On one machine everybody has the same address: it is not limited.
 * A crowd that tries at once is counted exactly and waits for no lock: within a window there is a read and an increment, and when
 * the attempts are used up only the read.
 * Decision 016.
 * @returns how many there were in this window, this one included
 * @throws {ApiError} too-many-requests, with the seconds to wait, when the window's attempts are used up
 */
export async function countAttempt(services: Services, limit: AttemptLimit, value: string): Promise<number> {
  if (isThisMachine(services, value)) return 0;
  const path = pathOf(limit, value);
  const { store } = services;
  const counted = await optimistically(async () => {
    const found = await store.get(path);
    const now = services.clock();
    const wait = (found?.data.windowEnd.toMillis() ?? 0) - now;
    if (wait <= 0) {
      await store.commit([firstOfWindow(limit, { path, now, before: found })]);
      return 1;
    }
    const count = found && found.data.count < limit.max ? await store.increment(path, 'count') : limit.max + 1;
    if (count === null || count <= limit.max) return count;
    // Others were faster. Theirs may be given back, so this one must not stay counted either.
    if (found && found.data.count < limit.max) await giveBack(services, limit, value);
    throw tooMany(limit, wait);
  });
  // A success has removed the counter in the meantime.
  return counted ?? countAttempt(services, limit, value);
}

/**
 * Limits failed attempts. Each attempt counts before it runs, so that parallel ones cannot exceed the
 * limit, and is uncounted unless it ends in `unauthenticated`.
 * @throws {ApiError} too-many-requests, before the attempt; and the attempt's own errors
 */
export async function countFailure<R>(
  services: Services,
  { limit, value, attempt }: { limit: AttemptLimit; value: string; attempt: () => Promise<R> },
): Promise<R> {
  await countAttempt(services, limit, value);
  let failed = false;
  try {
    return await attempt();
  } catch (error) {
    failed = error instanceof ApiError && error.code === 'unauthenticated';
    throw error;
  } finally {
    if (!failed) await giveBack(services, limit, value);
  }
}

/** Where it does not succeed, one attempt fewer is left. That is no reason to refuse what went well. */
async function giveBack(services: Services, limit: AttemptLimit, value: string): Promise<void> {
  if (isThisMachine(services, value)) return;
  await services.store
    .increment(pathOf(limit, value), 'count', -1)
    .catch((error: unknown) => log.warn('attempts.kept', { scope: limit.scope }, error));
}

/** Starts over, after a success. */
export async function forgetAttempts(services: Services, limit: AttemptLimit, value: string): Promise<void> {
  await services.store.commit([remove(pathOf(limit, value))]);
}

/** Bound to what was read: of several who begin a window at once, one does, and the others count on. */
function firstOfWindow(
  limit: AttemptLimit,
  { path, now, before }: { path: string; now: number; before: Row<AttemptsDocument> | null },
): Write {
  const windowEnd = Timestamp.fromMillis(now + limit.windowMillis);
  const document = { scope: limit.scope, count: 1, windowEnd, expiresAt: windowEnd };
  return before ? update(path, document, { lastUpdateTime: before.updateTime }) : create(path, document);
}

function pathOf(limit: AttemptLimit, value: string): DocumentPath<AttemptsDocument> {
  return attempts.path(sha256(JSON.stringify([limit.scope, networkOf(value)])));
}

function isThisMachine(services: Services, value: string): boolean {
  return services.config.emulators !== null && isLoopback(value);
}

function tooMany(limit: AttemptLimit, waitMillis: number): ApiError {
  return new ApiError('too-many-requests', limit.message, { retryAfter: Math.ceil(waitMillis / 1000) });
}
