import { serverNow } from '../time/clock.ts';

/**
 * Keeps what signed live updates in, for the hour in which it can do so again: a browser may lose the
 * Firebase SDK's own database, and private windows often do. It ends with the session.
 */
const key = 'liveSignIn';
/** In milliseconds; Firebase takes a custom token for an hour. */
const lasts = 55 * 60_000;

interface LiveSignIn {
  userId: string;
  customToken: string;
  at: number;
}

export function keepLiveSignIn(userId: string, customToken: string): void {
  const kept: LiveSignIn = { userId, customToken, at: serverNow() };
  localStorage.setItem(key, JSON.stringify(kept));
}

export function forgetLiveSignIn(): void {
  localStorage.removeItem(key);
}

/** @returns the person's token while it can sign in; null when there is none */
export function keptLiveSignIn(userId: string, now = serverNow()): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<LiveSignIn> | null; // checked below
    const isFresh = typeof kept?.at === 'number' && Math.abs(now - kept.at) < lasts;
    return isFresh && kept?.userId === userId && typeof kept.customToken === 'string' ? kept.customToken : null;
  } catch {
    return null;
  }
}
