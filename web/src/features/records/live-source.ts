import { type ChangeSource, firestoreSource } from '@bedplate/client/livesync';
import { type Auth, onIdTokenChanged, type User } from 'firebase/auth';
import { firebase } from '../../lib/firebase.ts';

/** Changes of a storage, read with the console's own Firebase session. Loaded lazily: the SDK is large. */
export function recordSource(storageId: string, userId: string): ChangeSource {
  return firestoreSource(async () => {
    const { auth, firestore } = await firebase();
    const user = await signedIn(auth, userId);
    // A fresh token tells the server's time; this machine's clock may be wrong.
    const { issuedAtTime } = await user.getIdTokenResult(true);
    return { db: firestore, storageId, is_softDelete: false, serverTime: Date.parse(issuedAtTime), renewable: true, close() {} };
  });
}

/** Waits for the console's person: rules would refuse anybody else. */
function signedIn(auth: Auth, userId: string): Promise<User> {
  return new Promise((resolve) => {
    const stop = onIdTokenChanged(auth, (user) => {
      if (user?.uid !== userId) return;
      stop();
      resolve(user);
    });
  });
}
