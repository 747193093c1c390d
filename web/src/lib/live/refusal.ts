import { api } from '../api/client.ts';
import { currentSession } from '../session/session.ts';

/**
 * Firestore's word for a listener that the rules refuse, and Firebase's for a sign-in that has
 * ended.
 */
const refusals: ReadonlySet<unknown> = new Set([
  'permission-denied',
  'unauthenticated',
  'auth/user-token-expired',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/invalid-user-token',
]);

/** @returns whether Firebase refused this person; false when it could not be reached */
export function isRefusal(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && refusals.has(cause.code);
}

/**
 * Milliseconds. A logout, here or in another tab, ends the Firebase sign-in up to half a second
 * before the browser forgets the session; a question in between would only be refused.
 */
export const afterLogout = 2000;
/** In milliseconds. All listeners of a page are refused at once: one question answers for them. */
const pause = 10_000;
let asked = { token: '', at: -Infinity };

/**
 * Asks the server soon whether the session still holds. A 401 ends it, as it does for every call,
 * and the guards lead to the login.
 */
export function askWhetherSignedIn(now = performance.now()): void {
  const session = currentSession();
  if (!session || (asked.token === session.token && now - asked.at < pause)) return;
  asked = { token: session.token, at: now };
  setTimeout(() => {
    if (currentSession()?.token !== session.token) return;
    api.get('/users/getUser').catch((cause: unknown) => console.warn('A listener was refused.', cause));
  }, afterLogout);
}
