import type { ConsoleClaims } from '@bedplate/contract';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { serverNow } from '../time/clock.ts';
import { forgetLiveSignIn } from './live-sign-in.ts';
import { readClaims } from './token-claims.ts';

/**
 * The signed-in person, derived from the stored token alone; the other stored values are for
 * readers outside this module.
 */
export interface Session extends Omit<ConsoleClaims, 'sid' | 'mfa' | 'viewing'> {
  token: string;
  /** The login that it is of. */
  sid: string | null;
  userId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Name of the account that staff look at, to read only. */
  viewing: string | null;
}

/** The session of a login, which the browser keeps. */
export interface SignIn {
  accessToken: string;
  data: { id: string; role: string; projectId: string | null };
}

const keys = ['token', 'userId', 'role', 'prjId'] as const;

const listeners = new Set<() => void>();
/** Whose data the page shows, while a page follows the session. */
let shown: Session | null = null;
/** The token that a login or renewal of this tab has stored. */
let ownToken: string | null = null;
/** Whether the person of this tab has ended the last session. */
let hasLeft = false;
let cached: { token: string | null; session: Session | null } = { token: null, session: null };

/**
 * @returns the stored session, also when its hour is over (see `isExpired`); null without a token
 * that names a known role
 */
export function storedSession(): Session | null {
  const token = localStorage.getItem('token');
  if (cached.token !== token) cached = { token, session: token ? parseToken(token) : null };
  return cached.session;
}

export function isExpired(session: Session, now = serverNow()): boolean {
  return session.expiresAt <= now;
}

/** @returns the session while its token is valid, else null */
export function currentSession(): Session | null {
  const session = storedSession();
  return session && !isExpired(session) ? session : null;
}

/**
 * Keeps what a login answered.
 * @returns the session, or null when the token is not one of ours
 */
export function startSession({ accessToken, data }: SignIn): Session | null {
  const session = parseToken(accessToken);
  if (!session) return null;
  ownToken = accessToken;
  hasLeft = false;
  localStorage.setItem('token', accessToken);
  localStorage.setItem('userId', data.id ?? session.userId);
  localStorage.setItem('role', session.role);
  localStorage.setItem('prjId', session.projectId ?? '');
  announce();
  return session;
}

/** Replaces the token after a renewal. It refuses the token of another person, and that of an earlier login, which has ended. */
export function renewSession(token: string): void {
  const stored = storedSession();
  const renewed = parseToken(token);
  if (!stored || !renewed || renewed.userId !== stored.userId || renewed.sid !== stored.sid || token === stored.token) return;
  startSession({ accessToken: token, data: { id: renewed.userId, role: renewed.role, projectId: renewed.projectId } });
}

/** Ends the session as its person wishes, who needs not be told. */
export function leaveSession(): void {
  hasLeft = true;
  clearSession();
}

/** @returns whether the session has ended, and not by its person in this tab */
export const wasEnded = (): boolean => storedSession() === null && !hasLeft;

export function clearSession(): void {
  for (const key of keys) localStorage.removeItem(key);
  forgetLiveSignIn();
  announce();
}

/** @returns whether both read and write the same account's data as the same person. Staff view other accounts under their own id */
export function isSamePerson(one: Session, other: Session): boolean {
  return one.userId === other.userId && one.tenantId === other.tenantId && one.viewing === other.viewing;
}

/** @returns whether this tab has changed to the session by itself, and leads on by itself */
export function isOfThisTab(session: Session): boolean {
  return session.token === ownToken;
}

/**
 * A tab that slept hears nothing of a login in another one, and no tab hears that the browser has dropped what it kept. It is told now.
 * @returns whether the page still shows data of a person who is not, or no more, the one signed in: no call may be made in their place
 */
export function belongsToAnother(): boolean {
  const session = storedSession();
  if (!shown || listeners.size === 0 || (session && isSamePerson(session, shown))) return false;
  announce();
  return true;
}

/** The session, followed through sign-in, renewal and sign-out in this and other tabs. */
export function useStoredSession(): Session | null {
  return useSyncExternalStore(onSession, storedSession, nobody);
}

/** The session while it is valid, for pages that visitors also see. */
export function useSession(): Session | null {
  const session = useStoredSession();
  return session && !isExpired(session) ? session : null;
}

/** Filled by the sign-in guard, so the pages behind it never see a session that has just ended. */
export const SignedIn = createContext<Session | null>(null);

/**
 * The session of a page behind the sign-in guard.
 * @throws when used elsewhere
 */
export function useSignedIn(): Session {
  const session = useContext(SignedIn);
  if (!session) throw new Error('useSignedIn() is for pages behind RequireSession.');
  return session;
}

/**
 * @returns whether this person may work in the project as far as the token tells; the server has
 * the last word
 */
export function belongsToProject(session: Session, projectId: string): boolean {
  return session.role === 'admin' || session.role === 'superadmin' || session.projectId === projectId;
}

/** @returns the function that ends it */
export function onSession(listener: () => void): () => void {
  // One handler for all: React renders between two handlers of an event, and then parts of the page
  // would disagree.
  if (listeners.size === 0) {
    shown = storedSession();
    for (const event of awakening) window.addEventListener(event, announce);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    for (const event of awakening) window.removeEventListener(event, announce);
  };
}

/** A page that comes out of the browser's memory has missed what other tabs stored. */
const awakening = ['storage', 'pageshow', 'focus'] as const;

function announce(): void {
  shown = storedSession();
  for (const listener of listeners) listener();
}

/** The session while a page is rendered at build time. */
function nobody(): null {
  return null;
}

function parseToken(token: string): Session | null {
  const claims = readClaims(token);
  if (!claims) return null;
  const { sub, exp, ...own } = claims;
  return { token, userId: sub, ...own, expiresAt: exp * 1000 };
}
