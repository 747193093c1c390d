import { createStorageCaches, type MemoryOptions } from './cache.ts';

/** Counts of at most this many reads are not shared. */
const cheap = 4;
const shortestMillis = 2000;
const longestMillis = 10_000;
const millisPerRead = 100;

export interface Counted {
  readonly total: number;
  /** False for a lower bound. */
  readonly totalIsExact: boolean;
  /** Billed reads of the count. */
  readonly reads: number;
  /** Where it was not counted, but kept. */
  readonly from?: string;
}

export interface SharedTotals {
  /** @param name of the list within its storage */
  get(storageId: string, name: string, count: () => Promise<Counted>): Promise<Counted>;
  forget(storageId: string): void;
}

/**
 * Counts an expensive total once for identical lists within some seconds (a tenth of a second per
 * read, at least two), and once for parallel requests. A write by this instance removes it.
 */
export function createSharedTotals(options: MemoryOptions): SharedTotals {
  const totals = createStorageCaches<Promise<Counted>>({ ...options, max: 200 });
  return {
    async get(storageId, name, count) {
      const own = totals.of(storageId);
      const known = own.get(name);
      if (known) return known;
      // Requests during the count share it: their own count could be hardly newer.
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
