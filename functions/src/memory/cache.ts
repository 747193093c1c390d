import { LRUCache } from 'lru-cache';
import { isPlain } from '../config/process.ts';

/** Options that all caches of an instance share. */
export interface MemoryOptions {
  readonly now?: () => number;
  /** Stores no entries. */
  readonly isOff?: boolean;
}

export interface CacheOptions extends MemoryOptions {
  /** Number of entries; the least recently used are removed first. */
  readonly max: number;
  readonly ttlMillis?: number;
}

export interface Cache<Value extends {}> {
  get(key: string): Value | undefined;
  /** @param options a `ttl` in milliseconds for this entry, or `noUpdateTTL` to keep the end of the entry that it replaces */
  set(key: string, value: Value, options?: { ttl?: number; noUpdateTTL?: boolean }): unknown;
  delete(key: string): boolean;
}

export function createCache<Value extends {}>({ max, ttlMillis = 0, now = Date.now, isOff = isPlain }: CacheOptions): Cache<Value> {
  if (isOff) return { get: () => undefined, set: () => {}, delete: () => false };
  return new LRUCache<string, Value>({ max, ttl: ttlMillis, ttlResolution: 0, perf: { now } });
}

/** One cache for each storage, so that all entries of a storage can be removed at once. */
export interface StorageCaches<Value extends {}> {
  of(storageId: string): Cache<Value>;
  /** @returns undefined for a storage without entries: to look for one makes no cache */
  known(storageId: string): Cache<Value> | undefined;
  forget(storageId: string): void;
}

const storagesAtMost = 1000;

/** @param options of the cache of one storage */
export function createStorageCaches<Value extends {}>(options: CacheOptions): StorageCaches<Value> {
  const caches = new LRUCache<string, Cache<Value>>({ max: storagesAtMost });
  return {
    of(storageId) {
      const known = caches.get(storageId);
      if (known) return known;
      const made = createCache<Value>(options);
      caches.set(storageId, made);
      return made;
    },
    known: (storageId) => caches.get(storageId),
    forget: (storageId) => void caches.delete(storageId),
  };
}
