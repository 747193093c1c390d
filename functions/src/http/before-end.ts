import type { Response } from 'express';

/** The longest time that an answer waits. */
const longestWaitMillis = 300;

/**
 * Runs the work with the status just before the answer ends; the answer waits for it, but not for long: afterwards an instance may sleep.
 * @param work returns null where nothing has to be waited for
 */
export function beforeEnd(res: Response, work: (status: number) => Promise<unknown> | null): void {
  const end = res.end.bind(res) as (...args: unknown[]) => Response; // its overloads take the same arguments through
  const endAfter = (...args: unknown[]) => {
    const done = work(res.statusCode);
    if (!done) return end(...args);
    void Promise.race([done, new Promise((resolve) => setTimeout(resolve, longestWaitMillis))]).finally(() => end(...args));
    return res;
  };
  res.end = endAfter; // by its name, or V8 keeps the request: decision 031
}
