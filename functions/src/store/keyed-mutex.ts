import { Mutex, type MutexInterface, withTimeout } from 'async-mutex';

/** How long a call waits at most: the mutex saves retries and protects nothing, so a call that hangs must not hold the others. */
const patienceMillis = 500;

/**
 * Runs calls on the same key one after the other within this instance, and calls on different keys side by side. A call that would lose
 * a race for a document, and repeat its work, waits for the one before.
 * @returns runs `work` when its turn comes, or after half a second
 */
export function createKeyedMutex(): <R>(key: string, work: () => Promise<R>) => Promise<R> {
  const mutexes = new Map<string, MutexInterface>();
  return async (key, work) => {
    const mutex = mutexes.get(key) ?? withTimeout(new Mutex(), patienceMillis);
    mutexes.set(key, mutex);
    const release = await mutex.acquire().catch(() => undefined);
    try {
      return await work();
    } finally {
      release?.();
      if (!mutex.isLocked()) mutexes.delete(key);
    }
  };
}
