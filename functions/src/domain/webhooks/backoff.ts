const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits between tries. The first two pass within the run that failed; the others are the sweeper's. */
const waits = [second, 4 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour];
/** Tries of a delivery before it counts as failed: about 21 hours. */
export const maxAttempts = waits.length + 1;
/** A wait of at most this long is worth keeping the instance. */
export const shortWait = 5 * second;

/** @param attempts made so far @returns milliseconds to the next one, with up to 20 % more so that many do not come at once; null after the last */
export function waitAfter(attempts: number, random: () => number = Math.random): number | null {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : Math.round(wait * (1 + random() * 0.2));
}

/** The longest pause that a receiver may ask for. */
const longestPause = 24 * hour;

/** @param asked milliseconds @returns how long the receiver is left alone, with a little more so that many do not come at once */
export function pauseOf(asked: number, random: () => number = Math.random): number {
  return Math.round(Math.min(asked, longestPause) * (1 + random() * 0.05));
}
