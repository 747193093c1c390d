import { setTimeout as pause } from 'node:timers/promises';
import { isAborted, isAlreadyExists, isFailedPrecondition } from './model/firestore-errors.ts';

const attemptsAtMost = 25;

/**
 * Repeats a read and a conditional commit while other writers are faster. It holds no lock: a
 * transaction whose process is killed leaves its lock behind and stops all others for a minute.
 * @param attempt commits with the preconditions `lastUpdateTime` or not-exists; its last error is thrown
 */
export async function optimistically<R>(attempt: () => Promise<R>): Promise<R> {
  for (let made = 1; ; made += 1) {
    try {
      return await attempt();
    } catch (error) {
      const wasSlower = isFailedPrecondition(error) || isAlreadyExists(error) || isAborted(error);
      if (!wasSlower || made >= attemptsAtMost) throw error;
      await pause(Math.random() * Math.min(400, 5 * 2 ** made));
    }
  }
}
