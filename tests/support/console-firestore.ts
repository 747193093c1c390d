import { firestoreOf } from '@bedplate/client/livesync';
import { initializeApp } from 'firebase/app';
import { connectAuthEmulator, getAuth, signInWithCustomToken } from 'firebase/auth';
import { connectFirestoreEmulator, type Firestore } from 'firebase/firestore';
import type { Person } from './personas.ts';
import { target } from './target.ts';

let apps = 0;

/** A browser's Firestore, signed in as the console's person; `deleteApp(firestore.app)` ends it. */
export async function consoleFirestore({ customToken }: Pick<Person, 'customToken'>): Promise<Firestore> {
  const app = initializeApp({ apiKey: 'local', projectId: 'demo-bedplate' }, `console-${++apps}`);
  const auth = getAuth(app);
  connectAuthEmulator(auth, target.auth, { disableWarnings: true });
  const firestore = firestoreOf(app);
  const [host = '', port = ''] = target.firestoreHost.split(':');
  connectFirestoreEmulator(firestore, host, Number(port));
  await signInWithCustomToken(auth, customToken);
  return firestore;
}
