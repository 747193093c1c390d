import { serverNow } from '../time/clock.ts';
import { isExpired, storedSession } from './session.ts';

const renewBefore = 60_000;

/** @returns the token for a call, renewed first when its hour is nearly over; null for a visitor */
export async function freshToken(): Promise<string | null> {
  const session = storedSession();
  if (!session) return null;
  if (!isExpired(session, serverNow() + renewBefore)) return session.token;
  await renew();
  return storedSession()?.token ?? null;
}

/**
 * A clock that was set after its difference was learned makes an ended token look valid. The time of
 * the refusal, once noted, shows that it has ended.
 * @param refused the token that the server refused
 * @returns a new one to ask with again; null when the refused one has not ended, or cannot be renewed
 */
export async function renewedInstead(refused: string): Promise<string | null> {
  const session = storedSession();
  if (session?.token !== refused || !isExpired(session)) return null;
  return (await renew()) ? (storedSession()?.token ?? null) : null;
}

/**
 * Renews through the Firebase sign-in of this browser.
 * @returns whether the stored token is valid now
 */
export async function renew(): Promise<boolean> {
  try {
    const { renewToken } = await import('./firebase.ts');
    await renewToken();
  } catch (cause) {
    console.warn('The session could not be renewed.', cause);
  }
  const session = storedSession();
  return session !== null && !isExpired(session);
}
