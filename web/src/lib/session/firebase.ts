import { firestoreOf, startApp } from '@bedplate/client/livesync';
import type { FirebaseApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  getAuth,
  initializeAuth,
  inMemoryPersistence,
  onIdTokenChanged,
  signInWithCustomToken,
  signOut,
} from 'firebase/auth';
import { connectFirestoreEmulator, type Firestore } from 'firebase/firestore';
import { noteServerTime } from '../time/clock.ts';
import { publicConfig } from '../platform/public-config.ts';
import { forgetRefused } from './forget-refused.ts';
import { forgetLiveSignIn, keepLiveSignIn, keptLiveSignIn } from './live-sign-in.ts';
import { opensDatabase } from './opens-database.ts';
import { renewSession, storedSession } from './session.ts';

export interface Firebase {
  app: FirebaseApp;
  auth: Auth;
  firestore: Firestore;
}

let starting: Promise<Firebase> | null = null;

/**
 * The Firebase SDK, started on first use; this module is imported lazily, since it is large and
 * only live updates and renewal need it.
 */
export function firebase(): Promise<Firebase> {
  starting ??= start().catch((error: unknown) => {
    starting = null; // the next caller tries again
    throw error;
  });
  return starting;
}

/** Signs this browser in for live reads and token renewal. */
export async function signInLive(customToken: string): Promise<void> {
  const userId = storedSession()?.userId;
  if (userId !== undefined) keepLiveSignIn(userId, customToken);
  signingIn = firebase().then(({ auth }) => signInWithCustomToken(auth, customToken));
  await signingIn;
}

let signingIn: Promise<unknown> = Promise.resolve();

/**
 * Signs this browser in again, after it has lost the SDK's own database.
 * @returns whether the console's person is signed in for live reads; false when only a login can change that
 * @throws when Firebase could not be reached
 */
export async function signInAgain(): Promise<boolean> {
  const { auth } = await firebase();
  await auth.authStateReady();
  await signingIn.catch(() => undefined); // one on its way needs no other
  const userId = storedSession()?.userId;
  if (userId === undefined) return false;
  const customToken = keptLiveSignIn(userId);
  if (auth.currentUser?.uid !== userId && customToken !== null) {
    signingIn = signInWithCustomToken(auth, customToken);
    await signingIn.catch(forgetRefused);
  }
  return auth.currentUser?.uid === userId;
}

export async function signOutLive(): Promise<void> {
  forgetLiveSignIn();
  const { auth } = await firebase();
  await signOut(auth);
}

/** Asks for a new token of the signed-in person. The session follows through onIdTokenChanged. */
export async function renewToken(): Promise<void> {
  const { auth } = await firebase();
  await auth.authStateReady();
  const user = auth.currentUser;
  if (!user || user.uid !== storedSession()?.userId) return;
  const { token, issuedAtTime } = await user.getIdTokenResult(true);
  noteServerTime(Date.parse(issuedAtTime)); // the session is judged by it before any call has answered
  renewSession(token);
}

async function start(): Promise<Firebase> {
  const config = await publicConfig();
  const app = startApp(config.firebase);
  const auth = (await opensDatabase())
    ? getAuth(app)
    : initializeAuth(app, { persistence: [browserLocalPersistence, inMemoryPersistence] });
  const firestore = firestoreOf(app);
  if (config.emulators) connectAuthEmulator(auth, `http://${config.emulators.auth}`, { disableWarnings: true });
  if (config.emulators) {
    const [host = '', port = ''] = config.emulators.firestore.split(':');
    connectFirestoreEmulator(firestore, host, Number(port));
  }
  await auth.authStateReady();
  if (await isOfEarlierLogin(auth)) await signOut(auth);
  onIdTokenChanged(auth, async (user) => {
    if (user && user.uid === storedSession()?.userId) renewSession(await user.getIdToken());
  });
  return { app, auth, firestore };
}

/** The page of a new login may have gone before the SDK had signed in by it: then the SDK still holds the one before, which has ended. */
async function isOfEarlierLogin({ currentUser }: Auth): Promise<boolean> {
  const session = storedSession();
  if (!currentUser || currentUser.uid !== session?.userId) return false;
  const held = await currentUser.getIdTokenResult().catch(() => null); // offline nothing is known
  return held !== null && held.claims['sid'] !== session.sid;
}
