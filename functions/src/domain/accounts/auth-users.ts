import type { UserRecord } from 'firebase-admin/auth';
import type { Services } from '../../services/services.ts';

type AuthServices = Pick<Services, 'auth'>;

/**
 * Makes sure that Firebase Auth has a user with this id whose tokens it renews.
 * With a session's token and the public key anyone can write an address, a password or another login into that user, or delete
 * it, and version 0.1.0 kept a person's there. None of it is read, and with it goes whatever could still sign in.
 * Decision 051.
 * @param isMoved whether the person's password is in our own store; until then Firebase's must stay
 */
export async function readyAuthUser(services: AuthServices, uid: string, isMoved: boolean): Promise<void> {
  const found = await authUser(services, uid);
  if (found && isMoved && isBare(found)) return;
  if (found && !isMoved) return enable(services, found);
  if (found) await removeAuthUser(services, uid);
  await createAuthUser(services, uid);
}

/** Creates an Auth user of only an id, so that its custom tokens sign nobody up; an existing one is left as it is. */
export async function createAuthUser(services: AuthServices, uid: string): Promise<void> {
  await services.auth.createUser({ uid }).catch(unless('auth/uid-already-exists'));
}

/** Removes a person's Auth user; a missing one is no error. */
export async function removeAuthUser({ auth }: AuthServices, uid: string): Promise<void> {
  await auth.deleteUser(uid).catch(unless('auth/user-not-found'));
}

/** Whether Firebase takes this password for the person. @returns false also when Firebase knows no address or no password */
export async function isPasswordAtFirebase(
  services: Pick<Services, 'auth' | 'identityToolkit'>,
  uid: string,
  password: string,
): Promise<boolean> {
  const found = await authUser(services, uid);
  if (!found?.email) return false;
  await enable(services, found);
  return (await services.identityToolkit.checkPassword(found.email, password)) === uid;
}

/** Whether Firebase still keeps a password of this person. */
export async function hasPasswordAtFirebase(services: AuthServices, uid: string): Promise<boolean> {
  return (await authUser(services, uid))?.providerData.some(({ providerId }) => providerId === 'password') ?? false;
}

/** Version 0.1.0 disabled the Auth user of an inactive person. Now the person's document alone decides. */
async function enable({ auth }: AuthServices, { uid, disabled }: UserRecord): Promise<void> {
  if (disabled) await auth.updateUser(uid, { disabled: false });
}

async function authUser({ auth }: AuthServices, uid: string): Promise<UserRecord | null> {
  return (await auth.getUser(uid).catch(unless('auth/user-not-found'))) ?? null;
}

function isBare({ email, phoneNumber, displayName, photoURL, disabled, providerData, customClaims, multiFactor }: UserRecord): boolean {
  const isNamed = [email, phoneNumber, displayName, photoURL].some(Boolean);
  return !isNamed && !disabled && !providerData.length && !Object.keys(customClaims ?? {}).length && !multiFactor?.enrolledFactors.length;
}

function unless(code: string): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === code) return undefined;
    throw error;
  };
}
