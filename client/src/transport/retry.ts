import { BedplateError } from './errors.ts';

/** The longest a caller is kept waiting between two attempts. */
const longestWait = 10_000;

/** Whether another attempt may succeed, for a request that may be sent twice. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof BedplateError)) return false;
  if (error.code === 'network' || error.code === 'timeout') return true;
  if (error.code === 'feature-off') return false;
  if (error.code === 'too-many-requests' || error.code === 'maintenance') return retryAfterOf(error) * 1000 <= longestWait;
  return [502, 503, 504].includes(error.status);
}

/** @returns milliseconds: what the server asked for, else 200, 400, 800… with up to half as much on top, so that clients spread out */
export function retryDelay(error: unknown, attempt: number, random = Math.random): number {
  const asked = retryAfterOf(error) * 1000;
  const backoff = Math.min(200 * 2 ** attempt, longestWait) * (1 + random() / 2);
  return Math.min(Math.max(asked, backoff), longestWait * 1.5);
}

/** Seconds of the Retry-After header, kept on the error by the transport. */
function retryAfterOf(error: unknown): number {
  return error instanceof BedplateError && 'retryAfter' in error && typeof error.retryAfter === 'number' ? error.retryAfter : 0;
}
