/** Instances remember keys and sessions and hear of their end by a listener; this is the time that takes. */
const listenerMillis = 250;

/** To await before an answer says that something has ended. */
export function heardByAllInstances(): Promise<void> {
  return new Promise((done) => setTimeout(done, listenerMillis));
}
