import { Mutex, type MutexInterface, withTimeout } from 'async-mutex';

/** The longest wait: the mutex only saves retries, so a hanging call must not stop the others. */
const patienceMillis = 500;

/**
 * Runs this instance's calls on one key one after the other, and calls on different keys in parallel.
 * A call waits here instead of losing a race for a document and repeating its work.
 * @returns runs `work` in its turn, at the latest after half a second
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
