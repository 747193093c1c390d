/** Other instances remember keys and sessions, and a listener informs them of an end within this time. */
const listenerMillis = 250;

/** Await it before an answer says that something has ended. */
export function waitForPropagation(): Promise<void> {
  return new Promise((done) => setTimeout(done, listenerMillis));
}
