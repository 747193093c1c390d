import type { Services } from '../../services.ts';

/** Registration and login must not tell by their speed whether an address is known. */
export async function inNoLessThan<T>(services: Services, work: () => Promise<T>): Promise<T> {
  // In production the Auth service and the mail server take most of a second; on one machine they take milliseconds.
  const floor = new Promise((done) => setTimeout(done, services.config.emulators ? 300 : 1500));
  const [result] = await Promise.allSettled([work(), floor]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
