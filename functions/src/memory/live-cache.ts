import { LRUCache } from 'lru-cache';

/** The longest use of a value without a listener that is known to be alive. */
const trustMillis = 30_000;
const absentMillis = 5_000;
const idleMillis = 300_000;
const tickMillis = 1000;
/** A timer this late means that the instance had no processor time: its listeners may have missed changes. */
const frozenMillis = 3_000;

interface Entry<Value> {
  value: Value | null;
  confirmedAt: number;
  usedAt: number;
  isListening: boolean;
  stop: () => void;
}

export interface LiveCache<Value> {
  /** No read is billed while a listener keeps the value fresh, which takes a processor between requests; else at most one in 30 s. */
  get(path: string): Promise<Value | null>;
  /** Ends all listeners. */
  close(): void;
}

/**
 * Listens to a value; the first call of `onChange` gives its current state.
 * @returns a function that stops the listener
 */
type Listen<Value> = (path: string, onChange: (value: Value | null) => void, onError: (error: Error) => void) => () => void;

/**
 * Caches values that every request needs, with a listener while they are in use: a change, such as a
 * revoked key, is seen within milliseconds.
 * @param capacity number of values; the least recently used are removed first
 */
export function createLiveCache<Value extends {}>(listen: Listen<Value>, now: () => number, capacity = 1000): LiveCache<Value> {
  const entries = new LRUCache<string, Entry<Value>>({
    max: capacity,
    dispose: (entry) => entry.stop(),
  });
  const loading = new Map<string, Promise<Value | null>>();
  let lastTick = now();
  let ticker: NodeJS.Timeout | undefined;

  return {
    async get(path) {
      noticeFreeze();
      const entry = entries.get(path);
      if (entry && isFresh(entry)) {
        entry.usedAt = now();
        return entry.value;
      }
      const pending = loading.get(path) ?? load(path).finally(() => loading.delete(path));
      loading.set(path, pending);
      return pending;
    },
    close() {
      clearInterval(ticker);
      ticker = undefined;
      entries.clear();
    },
  };

  function isFresh(entry: Entry<Value>): boolean {
    const age = now() - entry.confirmedAt;
    if (entry.value === null) return age < absentMillis;
    return entry.isListening || age < trustMillis;
  }

  function load(path: string): Promise<Value | null> {
    entries.delete(path);
    return new Promise((resolve, reject) => {
      const entry: Entry<Value> = { value: null, confirmedAt: now(), usedAt: now(), isListening: false, stop: () => {} };
      entry.stop = listen(
        path,
        (value) => {
          Object.assign(entry, { value, confirmedAt: now(), isListening: value !== null });
          if (entries.peek(path) !== entry) keep(path, entry);
          // A missing value gets no listener: guessed paths would hold many. It is read again soon.
          if (value === null) entry.stop();
          resolve(value);
        },
        (error) => {
          entry.isListening = false;
          if (entries.peek(path) === entry) entries.delete(path);
          reject(error);
        },
      );
    });
  }

  function keep(path: string, entry: Entry<Value>): void {
    entries.set(path, entry);
    ticker ??= setInterval(tick, tickMillis).unref();
  }

  function tick(): void {
    noticeFreeze();
    for (const [path, { usedAt }] of entries.entries()) if (now() - usedAt > idleMillis) entries.delete(path);
    if (entries.size > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  }

  function noticeFreeze(): void {
    const gap = now() - lastTick;
    lastTick = now();
    if (ticker && gap > frozenMillis) for (const entry of entries.values()) entry.isListening = false;
  }
}
