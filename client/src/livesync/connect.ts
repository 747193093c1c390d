import { deleteApp } from 'firebase/app';
import { connectAuthEmulator, inMemoryPersistence, initializeAuth, signInWithCustomToken, type User } from 'firebase/auth';
import { connectFirestoreEmulator } from 'firebase/firestore';
import { BedplateError } from '../transport/errors.ts';
import type { LiveSyncToken } from '../resources/livesync.ts';
import { byLabels } from './by-labels.ts';
import { firestoreOf } from './firestore.ts';
import type { Connection } from './firestore-source.ts';
import { startApp } from './start-app.ts';

let apps = 0;

/**
 * Signs in with a LiveSync token in a separate Firebase app, so that the page's own sign-in does
 * not change.
 * @param storage key or id; may be absent when the token is for one storage
 * @throws {BedplateError} `not-found` when the token is not for this storage
 */
export async function connectWithToken(token: LiveSyncToken, storage: string | undefined): Promise<Omit<Connection, 'renewable'>> {
  const found = storageOf(token, storage);
  const { authEmulator, firestoreEmulator, ...config } = token.firebase;
  const app = startApp(config, `bedplate-livesync-${++apps}`);
  try {
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    if (authEmulator) connectAuthEmulator(auth, new URL(addressed(authEmulator)).origin, { disableWarnings: true });
    const db = firestoreOf(app);
    if (firestoreEmulator) {
      const { hostname, port } = new URL(addressed(firestoreEmulator));
      connectFirestoreEmulator(db, hostname, Number(port));
    }
    const { user } = await signInWithCustomToken(auth, token.token);
    const serverTime = await timeOfSignIn(user);
    const signedInAt = performance.now(); // not affected by changes of the clock
    // Both times are the server's, because this machine's clock may be wrong.
    const left = Date.parse(token.expiresAt) - serverTime;
    if (left <= 0) throw new BedplateError('unauthenticated', 'The LiveSync token has expired.');
    return {
      db,
      storageId: found.storageId,
      is_softDelete: found.is_softDelete,
      owner: found.owner,
      byLabels: found.labels && byLabels(found.labels),
      knownSince: found.labelledSince === undefined ? undefined : Date.parse(found.labelledSince),
      types: found.types,
      serverTime,
      serverNow: () => serverTime + Math.floor(performance.now() - signedInAt),
      expiresAt: Date.now() + left,
      close: () => void deleteApp(app),
    };
  } catch (error) {
    void deleteApp(app);
    throw error;
  }
}

function storageOf({ storages }: LiveSyncToken, name: string | undefined) {
  const found = name === undefined ? storages[0] : storages.find((s) => s.storageId === name || s.storageKey === name);
  if (!found || (name === undefined && storages.length > 1)) {
    throw new BedplateError(
      'not-found',
      `The LiveSync token is not for the storage "${name ?? ''}": name one of ${storages.map((s) => s.storageKey).join(', ')}.`,
    );
  }
  return found;
}

/** Emulator addresses come as host:port or as a URL. */
function addressed(address: string): string {
  return address.includes('://') ? address : `http://${address}`;
}

async function timeOfSignIn(user: User): Promise<number> {
  return Date.parse((await user.getIdTokenResult()).issuedAtTime);
}
