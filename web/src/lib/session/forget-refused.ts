import { forgetLiveSignIn } from './live-sign-in.ts';

/** Firebase's words for a token that will never sign anybody in. */
const refusals: ReadonlySet<unknown> = new Set([
  'auth/custom-token-mismatch',
  'auth/invalid-custom-token',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/user-token-expired',
]);

/**
 * Forgets what was kept when Firebase has refused it.
 * @throws {unknown} any other cause, such as a page that was left or a server that is away: then the next page tries again
 */
export function forgetRefused(cause: unknown): void {
  if (!(cause instanceof Error && 'code' in cause && refusals.has(cause.code))) throw cause;
  forgetLiveSignIn();
}
