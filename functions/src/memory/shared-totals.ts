import { createStorageCaches, type MemoryOptions } from './cache.ts';

/** So few reads may be spent by each request. */
const cheap = 3;
const shortestMillis = 2000;
const longestMillis = 10_000;
const millisPerRead = 100;

export interface Counted {
  readonly total: number;
  /** False for a lower bound. */
  readonly totalIsExact: boolean;
  /** Billed reads of the count. */
  readonly reads: number;
}

export interface SharedTotals {
  /** @param name of the list within its storage */
  get(storageId: string, name: string, count: () => Promise<Counted>): Promise<Counted>;
  forget(storageId: string): void;
}

/**
 * Counts an expensive total once for identical lists within some seconds (a tenth of a second per read, at least two seconds), and once
 * for requests that ask at the same time. A write by this instance ends that.
 */
export function createSharedTotals(options: MemoryOptions): SharedTotals {
  const totals = createStorageCaches<Promise<Counted>>({ ...options, max: 200 });
  return {
    async get(storageId, name, count) {
      const own = totals.of(storageId);
      const known = own.get(name);
      if (known) return known;
      // Requests that come during the count share it: it is as new as their own count would be at best.
      const counting = count();
      own.set(name, counting);
      try {
        const { reads } = await counting;
        if (reads <= cheap) own.delete(name);
        else own.set(name, counting, { ttl: Math.min(longestMillis, Math.max(shortestMillis, reads * millisPerRead)) });
      } catch {
        own.delete(name);
      }
      return counting;
    },
    forget: totals.forget,
  };
}
