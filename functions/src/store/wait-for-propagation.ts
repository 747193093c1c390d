/** Other instances cache keys and sessions; their listeners learn of an end within this time. */
const listenerMillis = 250;

/** Waits until an ended key or session is refused everywhere. */
export function waitForPropagation(): Promise<void> {
  return new Promise((done) => setTimeout(done, listenerMillis));
}
