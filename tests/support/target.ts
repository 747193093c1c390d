import { Firestore } from '@google-cloud/firestore';
import { getApps, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { inject } from 'vitest';

/** Addresses of the product under test. */
export const target = inject('addresses');

export const projectId = 'demo-bedplate';
let opened: Firestore | undefined;

/**
 * The database behind the product, past the rules: to look at what a call left, not to shortcut it. Its address is a setting: files
 * share a process, and in place of their own address other clients would take the one of the environment.
 */
export function database(): Firestore {
  opened ??= new Firestore({ projectId, host: target.firestoreHost, ssl: false, customHeaders: { Authorization: 'Bearer owner' } });
  return opened;
}

/** The accounts behind the product. */
export function accounts(): Auth {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = new URL(target.auth).host;
  if (!getApps().length) initializeApp({ projectId });
  return getAuth();
}
