import type { Maintenance } from './platform-settings.ts';

type Times = Pick<Maintenance, 'startsAt' | 'endsAt'>;

/** @param now milliseconds since 1970 */
export function isOver({ endsAt }: Times, now: number): boolean {
  return endsAt !== null && Date.parse(endsAt) <= now;
}

/** @returns whether its time has come and is not over @param now milliseconds since 1970 */
export function isRunning(times: Times, now: number): boolean {
  return !isOver(times, now) && (times.startsAt === null || Date.parse(times.startsAt) <= now);
}
