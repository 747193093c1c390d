import { Semaphore, withTimeout } from 'async-mutex';

/** The longest wait: the mutex only saves retries, so a hanging call must not stop the others. */
const patienceMillis = 500;

/**
 * Runs this instance's calls on one key one after the other, and calls on different keys in parallel.
 * A call waits here instead of losing a race for a document and repeating its work.
 * @param patience the longest wait, in milliseconds
 * @returns runs `work` in its turn, or at the end of the wait
 */
export function createKeyedMutex(patience = patienceMillis): <R>(key: string, work: () => Promise<R>) => Promise<R> {
  const mutexes = new Map<string, Semaphore>();
  return async (key, work) => {
    const held = mutexes.get(key);
    const mutex = held ?? new Semaphore(1);
    mutexes.set(key, mutex);
    // Mostly the key is free: the timer of a wait costs more than all the rest. The library's `Mutex` is this with more promises.
    const turn = held ? withTimeout(held, patience).acquire() : mutex.acquire();
    const acquired = await turn.catch(() => null);
    try {
      return await work();
    } finally {
      acquired?.[1]();
      if (!mutex.isLocked()) mutexes.delete(key);
    }
  };
}
