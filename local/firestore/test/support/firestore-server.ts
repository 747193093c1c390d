import { afterAll, beforeAll } from 'vitest';
import { type FirestoreOptions, type RunningFirestore, startFirestore } from '../../src/index.ts';

/** Starts a server before the tests of a file and stops it after them. */
export function useFirestore(options: FirestoreOptions = {}): { readonly server: () => RunningFirestore } {
  let server: RunningFirestore;
  beforeAll(async () => {
    server = await startFirestore(options);
  });
  afterAll(() => server.stop());
  return { server: () => server };
}

/** A token as the SDKs' `mockUserToken` makes it. */
export function userToken(uid: string, claims: Readonly<Record<string, unknown>> = {}): string {
  return `${part({ alg: 'none', type: 'JWT' })}.${part({ sub: uid, user_id: uid, ...claims })}.`;
}

function part(json: object): string {
  return Buffer.from(JSON.stringify(json)).toString('base64url');
}
