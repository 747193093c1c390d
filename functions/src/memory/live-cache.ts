/** The longest use of a value without a listener that is known to be alive. */
const trustMillis = 30_000;
const absentMillis = 5_000;
const idleMillis = 300_000;
const tickMillis = 1000;
/**
 * Each of them is a stream with some 45 KiB (measured with 2,000), and an instance has 512 MiB for six such caches. The values beyond are
 * as good for 30 seconds.
 */
const listenersAtMost = 300;
/** A timer this late means that the instance had no processor time: its listeners may have missed changes. */
const frozenMillis = 3_000;

interface Entry<Value> {
  value: Value | null;
  confirmedAt: number;
  usedAt: number;
  isListening: boolean;
  /** Null without a stream. */
  stop: (() => void) | null;
}

export interface LiveCache<Value> {
  /**
   * No read is billed while a listener keeps the value fresh, which takes a processor between requests; else at most one in 30 s.
   * @param since a value that was confirmed before then, in milliseconds since 1970, is read again
   */
  get(path: string, since?: number): Promise<Value | null>;
  /** Whether `get` answers without a read. */
  knows(path: string): boolean;
  /** Ends all listeners. */
  close(): void;
}

/**
 * Listens to a value; the first call of `onChange` gives its current state.
 * @returns a function that stops the listener
 */
type Listen<Value> = (path: string, onChange: (value: Value | null) => void, onError: (error: Error) => void) => () => void;

export interface LiveBounds {
  /** The least recently used are removed first. */
  readonly values: number;
  readonly listeners: number;
}

/**
 * Caches values that every request needs, with a listener while they are in use: a change, such as a
 * revoked key, is seen within milliseconds.
 */
export function createLiveCache<Value extends {}>(
  listen: Listen<Value>,
  now: () => number,
  { values = 1000, listeners = listenersAtMost }: Partial<LiveBounds> = {},
): LiveCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  const loading = new Map<string, Promise<Value | null>>();
  let lastTick = now();
  let ticker: NodeJS.Timeout | undefined;

  return {
    async get(path, since = 0) {
      const at = now(); // each request looks at five values
      noticeFreeze(at);
      const entry = entries.get(path);
      if (entry && isFresh(entry, at) && entry.confirmedAt >= since) {
        entry.usedAt = at;
        return entry.value;
      }
      const pending = loading.get(path) ?? load(path).finally(() => loading.delete(path));
      loading.set(path, pending);
      return pending;
    },
    knows(path) {
      noticeFreeze(now());
      const entry = entries.get(path);
      return entry !== undefined && isFresh(entry, now());
    },
    close() {
      clearInterval(ticker);
      ticker = undefined;
      for (const path of entries.keys()) drop(path);
    },
  };

  function isFresh(entry: Entry<Value>, at: number): boolean {
    const age = at - entry.confirmedAt;
    if (entry.value === null) return age < absentMillis;
    return entry.isListening || age < trustMillis;
  }

  function load(path: string): Promise<Value | null> {
    drop(path);
    return new Promise((resolve, reject) => {
      const entry: Entry<Value> = { value: null, confirmedAt: now(), usedAt: now(), isListening: false, stop: null };
      entry.stop = listen(
        path,
        (value) => {
          Object.assign(entry, { value, confirmedAt: now(), isListening: value !== null });
          if (entries.get(path) !== entry) keep(path, entry);
          // A missing value gets no listener: guessed paths would hold many. It is read again soon.
          if (value === null) end(entry);
          resolve(value);
        },
        (error) => {
          entry.isListening = false;
          if (entries.get(path) === entry) drop(path);
          reject(error);
        },
      );
    });
  }

  function keep(path: string, entry: Entry<Value>): void {
    drop(path);
    entries.set(path, Object.assign(entry, { usedAt: now() }));
    if (entries.size > values) drop(leastRecentlyUsed(entries));
    const open = [...entries].filter(([, { stop }]) => stop !== null);
    if (open.length > listeners) silence(leastRecentlyUsed(open));
    ticker ??= setInterval(tick, tickMillis).unref();
  }

  function tick(): void {
    const at = now();
    noticeFreeze(at);
    for (const [path, { usedAt }] of entries) if (at - usedAt > idleMillis) drop(path);
    if (entries.size > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  }

  /** Looked for only when there are too many values: to keep their order at each look would cost more than the look. */
  function leastRecentlyUsed(of: Iterable<[string, Entry<Value>]>): string {
    let found = '';
    let usedAt = Number.POSITIVE_INFINITY;
    for (const [path, entry] of of) {
      if (entry.usedAt < usedAt) [found, usedAt] = [path, entry.usedAt];
    }
    return found;
  }

  /** Keeps the value, which was current until now, for as long as one without a listener is trusted. */
  function silence(path: string): void {
    const entry = entries.get(path);
    if (!entry) return;
    end(entry);
    if (entry.isListening) Object.assign(entry, { isListening: false, confirmedAt: now() });
  }

  function end(entry: Entry<Value>): void {
    entry.stop?.();
    entry.stop = null;
  }

  function noticeFreeze(at: number): void {
    const gap = at - lastTick;
    lastTick = at;
    if (ticker && gap > frozenMillis) for (const entry of entries.values()) entry.isListening = false;
  }

  function drop(path: string): void {
    const entry = entries.get(path);
    if (entry) end(entry);
    entries.delete(path);
  }
}
