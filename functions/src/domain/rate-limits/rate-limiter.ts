import { createCache } from '../../memory/cache.ts';

/** A bucket holds a minute's calls and fills evenly. */
const windowMillis = 60_000;
/** The least recently used buckets are removed first: most are full again, which is what a new one is. */
const largestCrowd = 20_000;

interface Bucket {
  left: number;
  at: number;
}

export interface RateState {
  readonly allowed: boolean;
  /** Calls in a minute, of this instance. */
  readonly limit: number;
  /** Calls that are left at this moment. */
  readonly remaining: number;
  /** Seconds until all are there again. */
  readonly reset: number;
  /** Seconds until the next call is allowed; 0 when it is. */
  readonly retryAfter: number;
}

export interface RateLimiter {
  /** Takes one call of `name`. @param perMinute what all instances may serve together @param instances that share it */
  take(name: string, perMinute: number, instances: number): RateState;
}

/**
 * Token buckets in memory. Each instance allows its share of the limit; credit leases show the number
 * of instances within ten seconds. The sum is exact when calls are spread evenly.
 */
export function createRateLimiter(now: () => number): RateLimiter {
  // Never off: this is state, and the limits need it.
  const buckets = createCache<Bucket>({ max: largestCrowd, isOff: false });

  return {
    take(name, perMinute, instances) {
      const limit = Math.max(1, Math.ceil(perMinute / Math.max(1, instances)));
      const at = now();
      const known = buckets.get(name);
      const bucket = known ?? { left: limit, at };
      const filled = Math.min(limit, bucket.left + ((at - bucket.at) * limit) / windowMillis);
      const allowed = filled >= 1;
      const left = allowed ? filled - 1 : filled;
      Object.assign(bucket, { left, at });
      if (!known) buckets.set(name, bucket);
      return {
        allowed,
        limit,
        remaining: Math.floor(left),
        reset: Math.ceil(((limit - left) * windowMillis) / limit / 1000),
        retryAfter: allowed ? 0 : Math.max(1, Math.ceil(((1 - filled) * windowMillis) / limit / 1000)),
      };
    },
  };
}
