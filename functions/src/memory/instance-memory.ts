import { type Cache, type CacheOptions, createCache, type MemoryOptions } from './cache.ts';
import { createListCache, type ListCache } from './list-cache.ts';
import { createSharedTotals, type SharedTotals } from './shared-totals.ts';

/** Values that one instance keeps between requests; decision 031 lists each part with its gain. */
export interface InstanceMemory {
  readonly now: () => number;
  /** First pages of expensive lists. */
  readonly lists: ListCache;
  /** Expensive totals of lists. */
  readonly totals: SharedTotals;
  /** The number of matches of a list's filters when they last ran. */
  readonly selectivity: Cache<number>;
  /** By storage: the moment up to which its records were counted when it was last read, in milliseconds since the epoch. */
  readonly countedTo: Cache<number>;
  /** A further cache that this memory's switch turns off. */
  cache<Value extends {}>(options: Omit<CacheOptions, keyof MemoryOptions>): Cache<Value>;
  /**
   * Removes outdated entries; the store calls it after each commit that changes records.
   * @param began the start of the commit, in milliseconds since the epoch
   */
  forget(storageId: string, began: number): void;
}

export function createInstanceMemory(options: MemoryOptions = {}): InstanceMemory {
  const lists = createListCache(options);
  const totals = createSharedTotals(options);
  return {
    now: options.now ?? Date.now,
    lists,
    totals,
    selectivity: createCache({ ...options, max: 1000 }),
    countedTo: createCache({ ...options, max: 1000 }),
    cache: (own) => createCache({ ...options, ...own }),
    forget(storageId, began) {
      totals.forget(storageId);
      lists.forget(storageId, began);
    },
  };
}
