import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { networkOf } from '../../network/address.ts';

/** Many people may share one network's address. */
export const visitsPerMinute = 600;
const networksKept = 10_000;
const minute = 60_000;
let start = 0;
const counts = new Map<string, number>();

/**
 * Counts one page view of a network in this minute, in this instance's memory: a page view is not worth a write of its own.
 * @throws {ApiError} too-many-requests
 */
export function takeVisit(address: string, now: number): void {
  if (now - start >= minute || counts.size > networksKept) {
    start = now;
    counts.clear();
  }
  const network = networkOf(address);
  const count = (counts.get(network) ?? 0) + 1;
  counts.set(network, count);
  if (count <= visitsPerMinute) return;
  throw new ApiError('too-many-requests', say('visitsMany'), {
    retryAfter: Math.max(1, Math.ceil((start + minute - now) / 1000)),
  });
}
