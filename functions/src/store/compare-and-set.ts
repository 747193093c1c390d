import { setTimeout as pause } from 'node:timers/promises';
import { isAborted, isAlreadyExists, isFailedPrecondition } from './model/firestore-errors.ts';

const attemptsAtMost = 25;

/**
 * Runs a read and a conditional commit again while others are faster. Unlike a transaction it holds no lock, so that a process that
 * is killed in between leaves none behind, which would stop all others for a minute.
 * @param attempt commits with the preconditions `lastUpdateTime` or not-exists @throws what it throws in the end
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
