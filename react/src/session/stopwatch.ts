/**
 * Counts from now. A machine's clock may be set back meanwhile, and its count of milliseconds stands
 * still on some while they sleep: the one that has moved more is right.
 * @returns the milliseconds since
 */
export function stopwatch(): () => number {
  const began = Date.now();
  const counted = performance.now();
  return () => Math.max(Date.now() - began, performance.now() - counted);
}
