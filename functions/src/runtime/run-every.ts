import { log } from '../config/log.ts';

/** Repeats `work`, one run at a time, without keeping the process alive. Logs a failure and continues. */
export function runEvery(millis: number, work: () => Promise<unknown>): void {
  let isRunning = false;
  setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    work()
      .catch((error: unknown) => log.warn('job.failed', {}, error))
      .finally(() => {
        isRunning = false;
      });
  }, millis).unref();
}
