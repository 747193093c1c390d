import { BedplateError } from './errors.ts';

/** The longest wait between two attempts, milliseconds. */
const longestWait = 10_000;

/** @returns whether another attempt may succeed, for a request that may be sent twice */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof BedplateError)) return false;
  if (error.code === 'network' || error.code === 'timeout') return true;
  if (error.code === 'feature-off') return false;
  if (error.code === 'too-many-requests' || error.code === 'maintenance') return retryAfterOf(error) * 1000 <= longestWait;
  return [502, 503, 504].includes(error.status);
}

/**
 * @returns milliseconds: the time that the server asked for, or else 200, 400, 800 … plus a random
 * part of up to one half, so that clients spread out
 */
export function retryDelay(error: unknown, attempt: number, random = Math.random): number {
  const asked = retryAfterOf(error) * 1000;
  const backoff = Math.min(200 * 2 ** attempt, longestWait) * (1 + random() / 2);
  return Math.min(Math.max(asked, backoff), longestWait * 1.5);
}

/** The seconds of the Retry-After header, which the transport keeps on the error. */
function retryAfterOf(error: unknown): number {
  return error instanceof BedplateError && 'retryAfter' in error && typeof error.retryAfter === 'number' ? error.retryAfter : 0;
}
