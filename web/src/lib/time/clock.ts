const storageKey = 'clockOffset';
/** Answers name whole seconds and take their time: a smaller difference is none. In milliseconds. */
const tolerance = 5_000;

let offset = storedOffset();

/**
 * The server's time. A computer's clock may be an hour off: what ends, begins or is today is judged
 * by this one.
 * @returns milliseconds since 1970
 */
export function serverNow(): number {
  return Date.now() + offset;
}

/**
 * Learns how far this computer's clock is off.
 * @param millis the server's time at this moment; NaN when it did not tell
 */
export function noteServerTime(millis: number): void {
  if (Number.isNaN(millis)) return;
  const difference = millis - Date.now();
  const next = Math.abs(difference) < tolerance ? 0 : difference;
  if (Math.abs(next - offset) < tolerance) return;
  offset = next;
  // A page that is loaded again judges its token before it has called anything.
  localStorage.setItem(storageKey, String(offset));
}

function storedOffset(): number {
  const stored = typeof localStorage === 'undefined' ? 0 : Number(localStorage.getItem(storageKey));
  return Number.isFinite(stored) ? stored : 0;
}
