/** How long a call waits at most: turns save retries, they are no lock, and one that hangs must not hold the others. */
const patienceMillis = 500;

/**
 * Lets calls on the same key go one after the other within this instance, and those on different keys side by side. Who would
 * otherwise lose a race for a document, and begin anew, comes when the one before is done.
 * @returns runs `work` when it is its turn, or after half a second
 */
export function createTurns(): <R>(key: string, work: () => Promise<R>) => Promise<R> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const done = before ? afterAtMost(before, patienceMillis).then(work) : work();
    last.set(key, done);
    try {
      return await done;
    } finally {
      if (last.get(key) === done) last.delete(key);
    }
  };
}

function afterAtMost(call: Promise<unknown>, millis: number): Promise<void> {
  return new Promise((go) => {
    const timer = setTimeout(go, millis);
    const end = () => {
      clearTimeout(timer);
      go();
    };
    call.then(end, end);
  });
}
