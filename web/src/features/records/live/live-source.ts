import { type ChangeSource, firestoreSource } from '@bedplate/client/livesync';
import { type Auth, onIdTokenChanged, type User } from 'firebase/auth';
import { firebase, signInAgain } from '../../../lib/session/firebase.ts';

/**
 * Changes of a storage, read with the console's own Firebase session. Loaded lazily: the SDK is
 * large.
 */
export function recordSource(storageId: string, userId: string): ChangeSource {
  return firestoreSource(async () => {
    const { auth, firestore } = await firebase();
    if (!(await signInAgain())) throw new SignedOut('This browser is not signed in to Firebase.');
    const user = await signedIn(auth, userId);
    // A fresh token has the server's time; this machine's clock may be wrong.
    const { issuedAtTime } = await user.getIdTokenResult(true);
    return { db: firestore, storageId, is_softDelete: false, serverTime: Date.parse(issuedAtTime), renewable: true, close() {} };
  });
}

/** The browser has lost its sign-in for live updates. */
class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/** Longer than a sign-in takes that is on its way; milliseconds. */
const signInTakes = 15_000;

/**
 * Waits until the console's person is signed in: the rules refuse others.
 * @throws without a sign-in; LiveSync is then offline and tries again
 */
function signedIn(auth: Auth, userId: string): Promise<User> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      stop();
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error('This browser is not signed in to Firebase.'));
    }, signInTakes);
    const stop = onIdTokenChanged(auth, (user) => {
      if (user?.uid !== userId) return;
      end();
      resolve(user);
    });
  });
}
