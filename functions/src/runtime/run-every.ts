import { log } from '../config/log.ts';

/** Runs `work` again and again, one run at a time, without keeping the process alive. A failure is logged and the next run comes. */
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
