/** @param time a Firestore timestamp of a live document @returns milliseconds since 1970, 0 for anything else */
export function millisOf(time: unknown): number {
  return typeof time === 'object' && time !== null && 'toMillis' in time ? (time as { toMillis(): number }).toMillis() : 0;
}
