import { createCache, createStorageCaches, type MemoryOptions } from './cache.ts';

const keptMillis = 60_000;
const listsPerStorage = 50;
const pauseMillis = 10_000;
/** The longest delay between a write's timestamp and its visibility. */
export const settleMillis = 5_000;
/** The part of this delay that allows for different clocks of two instances. */
const skewMillis = 1_000;

/** Caches the first pages of expensive lists, by storage and name of the list. `L` is the type that the caller stored. */
export interface ListCache {
  /** Whether the storage may have lists: most have none, and the name of a list is a hash. */
  has(storageId: string): boolean;
  get<L extends object>(storageId: string, name: string): L | undefined;
  /** Keeps a list for a minute, unless the storage is paused. */
  keep(storageId: string, name: string, list: object): void;
  /** Replaces a list that is still `old`; it expires at the same time. */
  replace(storageId: string, name: string, change: { readonly old: object; readonly fresh: object }): void;
  drop(storageId: string, name: string): void;
  /** Removes the lists of a storage with too many writes, and caches none for 10 seconds. */
  pause(storageId: string): void;
  /** Removes the lists of a storage after a write that their check for changes would miss. */
  forget(storageId: string, began: number): void;
}

export function createListCache(options: MemoryOptions): ListCache {
  const { now = Date.now } = options;
  const lists = createStorageCaches<object>({ ...options, max: listsPerStorage, ttlMillis: keptMillis });
  const paused = createCache<true>({ ...options, max: 1000, ttlMillis: pauseMillis });
  return {
    has: (storageId) => lists.known(storageId) !== undefined,
    get: <L extends object>(storageId: string, name: string) => lists.known(storageId)?.get(name) as L | undefined, // the caller kept it
    keep(storageId, name, list) {
      if (!paused.get(storageId)) lists.of(storageId).set(name, list);
    },
    replace(storageId, name, { old, fresh }) {
      const own = lists.known(storageId);
      if (own?.get(name) === old) own.set(name, fresh, { noUpdateTTL: true });
    },
    drop: (storageId, name) => void lists.known(storageId)?.delete(name),
    pause(storageId) {
      lists.forget(storageId);
      paused.set(storageId, true);
    },
    forget(storageId, began) {
      if (now() - began > settleMillis - skewMillis) lists.forget(storageId);
    },
  };
}
