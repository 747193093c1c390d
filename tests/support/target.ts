import { getApps, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { inject } from 'vitest';

/** Addresses of the product under test. */
export const target = inject('addresses');

/** The database behind the product, past the rules: to look at what a call left, not to shortcut it. */
export function database(): Firestore {
  admin();
  return getFirestore();
}

/** The accounts behind the product. */
export function accounts(): Auth {
  admin();
  return getAuth();
}

function admin(): void {
  process.env.FIRESTORE_EMULATOR_HOST = target.firestoreHost;
  process.env.FIREBASE_AUTH_EMULATOR_HOST = new URL(target.auth).host;
  if (!getApps().length) initializeApp({ projectId: 'demo-bedplate' });
}
