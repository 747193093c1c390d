import { createCache, createStorageCaches, type MemoryOptions } from './cache.ts';

const keptMillis = 60_000;
const listsPerStorage = 50;
const pauseMillis = 10_000;
/** A write may become visible this much later than the time that it carries. */
export const settleMillis = 5_000;
/** The part of it by which the clocks of two instances may differ. */
const skewMillis = 1_000;

/** The first pages of expensive lists, by storage and name of the list. `L` is what the caller knows to have kept there. */
export interface ListCache {
  get<L extends object>(storageId: string, name: string): L | undefined;
  /** Keeps a list for a minute, unless the storage is paused. */
  keep(storageId: string, name: string, list: object): void;
  /** Replaces a list until the same end, if it is still `old`. */
  replace(storageId: string, name: string, old: object, fresh: object): void;
  drop(storageId: string, name: string): void;
  /** Removes the lists of a storage with too many writes and keeps none for 10 seconds. */
  pause(storageId: string): void;
  /** Removes the lists of a storage after a write that they would not find when they look for changes. */
  forget(storageId: string, began: number): void;
}

export function createListCache(options: MemoryOptions): ListCache {
  const { now = Date.now } = options;
  const lists = createStorageCaches<object>({ ...options, max: listsPerStorage, ttlMillis: keptMillis });
  const paused = createCache<true>({ ...options, max: 1000, ttlMillis: pauseMillis });
  return {
    get: <L extends object>(storageId: string, name: string) => lists.of(storageId).get(name) as L | undefined, // the caller kept it
    keep(storageId, name, list) {
      if (!paused.get(storageId)) lists.of(storageId).set(name, list);
    },
    replace(storageId, name, old, fresh) {
      const own = lists.of(storageId);
      if (own.get(name) === old) own.set(name, fresh, { noUpdateTTL: true });
    },
    drop: (storageId, name) => void lists.of(storageId).delete(name),
    pause(storageId) {
      lists.forget(storageId);
      paused.set(storageId, true);
    },
    forget(storageId, began) {
      if (now() - began > settleMillis - skewMillis) lists.forget(storageId);
    },
  };
}
