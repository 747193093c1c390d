import type { Store } from './access.ts';
import { unmetered } from './model/meter.ts';
import type { Row } from './model/row.ts';

/** How long a document is believed without a listener that is surely alive. */
const trustMillis = 30_000;
const absentMillis = 5_000;
const idleMillis = 300_000;
/** Documents used within it count as used at once: keeping their order for each request would cost more than the look. */
const orderMillis = 1_000;
/** A timer this late means that the instance had no processor: its listeners may have missed their turn. */
const frozenMillis = 3_000;

interface Entry<T> {
  row: Row<T> | null;
  confirmedAt: number;
  usedAt: number;
  isListening: boolean;
  stop: () => void;
}

export interface LiveCache<T> {
  /** 0 billed reads while a listener keeps the document fresh; at most one read every 30 s otherwise. */
  get(path: string): Promise<Row<T> | null>;
  /** Ends all listeners. */
  close(): void;
}

/**
 * Documents that every request needs, kept in memory by a listener while they are in use, so that a change (a revoked key,
 * a renamed storage) is seen within milliseconds. @param capacity documents; the least recently used go first
 */
export function createLiveCache<T>(store: () => Store, now: () => number, capacity = 1000): LiveCache<T> {
  const entries = new Map<string, Entry<T>>();
  const loading = new Map<string, Promise<Row<T> | null>>();
  let lastTick = now();
  let ticker: NodeJS.Timeout | undefined;

  return {
    async get(path) {
      noticeFreeze();
      const entry = entries.get(path);
      if (entry && isFresh(entry)) {
        if (now() - entry.usedAt >= orderMillis) {
          entry.usedAt = now();
          entries.delete(path);
          entries.set(path, entry);
        }
        return entry.row;
      }
      const pending = loading.get(path) ?? load(path).finally(() => loading.delete(path));
      loading.set(path, pending);
      return pending;
    },
    close() {
      clearInterval(ticker);
      ticker = undefined;
      for (const path of entries.keys()) drop(path);
    },
  };

  function isFresh(entry: Entry<T>): boolean {
    const age = now() - entry.confirmedAt;
    if (entry.row === null) return age < absentMillis;
    return entry.isListening || age < trustMillis;
  }

  function load(path: string): Promise<Row<T> | null> {
    drop(path);
    return unmetered(
      () =>
        new Promise<Row<T> | null>((resolve, reject) => {
          const entry: Entry<T> = { row: null, confirmedAt: now(), usedAt: now(), isListening: false, stop: () => {} };
          entry.stop = store().listen<T>(
            path,
            (row) => {
              Object.assign(entry, { row, confirmedAt: now(), isListening: row !== null });
              if (entries.get(path) !== entry) keep(path, entry);
              // What does not exist is asked again soon, instead of holding a listener per guess.
              if (row === null) entry.stop();
              resolve(row);
            },
            (error) => {
              entry.isListening = false;
              if (entries.get(path) === entry) drop(path);
              reject(error);
            },
          );
        }),
    );
  }

  function keep(path: string, entry: Entry<T>): void {
    entries.set(path, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= capacity) break;
      drop(oldest);
    }
    ticker ??= setInterval(tick, 1000).unref();
  }

  function tick(): void {
    noticeFreeze();
    for (const [path, entry] of entries) if (now() - entry.usedAt > idleMillis) drop(path);
    if (entries.size > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  }

  function noticeFreeze(): void {
    const gap = now() - lastTick;
    lastTick = now();
    if (ticker && gap > frozenMillis) for (const entry of entries.values()) entry.isListening = false;
  }

  function drop(path: string): void {
    entries.get(path)?.stop();
    entries.delete(path);
  }
}
