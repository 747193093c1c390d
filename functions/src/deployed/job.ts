import { onSchedule } from 'firebase-functions/scheduler';
import { type FunctionName, optionsOf } from '../config/deployed-functions.ts';
import { endInOrder } from '../runtime/ending.ts';

/** Deploys work that repeats. A failed run is not tried again: the next one does what is left. */
export function job(name: FunctionName, schedule: string, work: () => Promise<unknown>) {
  endInOrder();
  return onSchedule({ ...optionsOf(name), schedule, retryCount: 0 }, async () => {
    await work();
  });
}
