import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ConsoleClaims } from '@bedplate/contract';
import type { UserRecord } from 'firebase-admin/auth';
import { ApiError, type Sentence, say } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { millisOfId } from '../../store/time-ordered-id.ts';
import { RoleSchema } from '../callers/role-schema.ts';

/** @returns null for an address that is unknown or that Firebase does not accept */
export async function findAuthUser(services: Services, email: string): Promise<UserRecord | null> {
  return services.auth.getUserByEmail(email).catch((error: unknown) => {
    if (['auth/user-not-found', 'auth/invalid-email'].includes(codeOf(error))) return null;
    throw error;
  });
}

/**
 * Creates an Auth user with one of our ids. Users that strangers sign up through Firebase's public
 * API have other ids.
 * @returns the new user's id, or null when the address has been taken meanwhile
 * @throws {ApiError} invalid-argument when Firebase's own rules refuse the input
 */
export async function createAuthUser(
  services: Services,
  input: { email: string; password?: string | null | undefined; name: string },
): Promise<string | null> {
  const { email, password, name } = input;
  const created = await services.auth
    .createUser({ uid: services.makeId().id, email, displayName: name, ...(password ? { password } : {}) })
    .catch((error: unknown) => {
      if (codeOf(error) === 'auth/email-already-exists') return null;
      throw inputError(error);
    });
  return created?.uid ?? null;
}

/**
 * Handles an Auth user without a user document. One with our id is left from an interrupted
 * registration, and is used. A stranger's is deleted, because its tokens could still change it.
 * @returns as `createAuthUser`
 */
export async function takeOver(
  services: Services,
  { uid }: UserRecord,
  input: { email: string; password?: string | null | undefined; name: string },
): Promise<string | null> {
  if (isOurs(uid)) {
    if (input.password) await setPassword(services, uid, input.password, input.name);
    return uid;
  }
  await removeAuthUser(services, uid);
  return createAuthUser(services, input);
}

/** Whether we made the id. Firebase makes others, for people who sign up there or with Google. */
export function isOurs(uid: string): boolean {
  return millisOfId(uid) !== null;
}

/** Deletes an Auth user with its logins; a missing one is no failure. */
export async function removeAuthUser(services: Services, uid: string): Promise<void> {
  await services.auth.deleteUser(uid).catch((error: unknown) => {
    if (codeOf(error) !== 'auth/user-not-found') throw error;
  });
}

/** Sets the password and optionally the display name. @throws {ApiError} invalid-argument when Firebase's rules refuse them */
export async function setPassword(services: Services, uid: string, password: string, name?: string): Promise<void> {
  await services.auth.updateUser(uid, { password, ...(name ? { displayName: name } : {}) }).catch((error: unknown) => {
    throw inputError(error);
  });
}

/**
 * Sets a password and ends all earlier tokens, which could set another one through Firebase's API.
 * Firebase counts their end in whole seconds, so the user stays disabled until the next second:
 * https://firebase.google.com/docs/auth/admin/manage-sessions
 * @throws {ApiError} invalid-argument when Firebase's own rules refuse the password
 */
export async function replacePassword(services: Services, uid: string, password: string): Promise<void> {
  await services.auth.updateUser(uid, { password, disabled: true }).catch((error: unknown) => {
    throw inputError(error);
  });
  await pause(nextSecondMillis);
  await services.auth.revokeRefreshTokens(uid);
  await alignAuthUser(services, uid);
}

const nextSecondMillis = 1_050;

/** Marks the address as verified in Firebase, which otherwise removes the password at the first login with Google. */
export async function markVerified(services: Services, uid: string): Promise<void> {
  await services.auth.updateUser(uid, { emailVerified: true });
}

/** Removes a password from before the address was proved: it may be a stranger's. */
export async function dropPassword(services: Services, uid: string): Promise<void> {
  const { providerData } = await services.auth.getUser(uid);
  if (providerData.some(({ providerId }) => providerId === 'password')) {
    await services.auth.updateUser(uid, { providersToUnlink: ['password'] });
  }
}

type Claims = Omit<ConsoleClaims, 'sid' | 'mfa'>;

/** Sets the user's claims in the console's token; tokens that are minted or refreshed from now on carry them. */
export async function setClaims(services: Services, uid: string, { role, tenantId, projectId, name }: Claims): Promise<void> {
  await services.auth.setCustomUserClaims(uid, { role, tenantId, projectId, name });
}

/**
 * Copies rights and activity from the user document to the Auth user: a crash may have separated the
 * two. Reads the document again after each change, so that parallel calls leave no outdated state.
 */
export async function alignAuthUser(services: Services, uid: string): Promise<void> {
  let { customClaims, disabled }: Pick<UserRecord, 'customClaims' | 'disabled'> = await services.auth.getUser(uid);
  for (;;) {
    const user = (await services.store.users.get(uid))?.data;
    if (!user) return;
    const { tenantId, projectId, name, is_active } = user;
    const wanted = { role: RoleSchema.parse(user.role), tenantId, projectId, name };
    const sameClaims = isDeepStrictEqual(customClaims, wanted);
    if (sameClaims && disabled !== is_active) return;
    if (!sameClaims) await setClaims(services, uid, wanted);
    if (disabled === is_active) await setEnabled(services, uid, is_active);
    [customClaims, disabled] = [wanted, !is_active];
  }
}

/** Makes Firebase refuse or allow new and renewed tokens. Links in mails end with the tokens. */
async function setEnabled(services: Services, uid: string, enabled: boolean): Promise<void> {
  await services.auth.updateUser(uid, { disabled: !enabled });
  if (!enabled) await services.auth.revokeRefreshTokens(uid);
}

function inputError(error: unknown): unknown {
  const refusal = refusals[codeOf(error)];
  return refusal ? new ApiError('invalid-argument', refusal.message, { field: refusal.field, cause: error }) : error;
}

const badPassword = { field: 'password', message: say('passwordWeak') };
const refusals: Record<string, { field: string; message: Sentence }> = {
  'auth/invalid-email': { field: 'email', message: 'Please enter a valid email address' },
  'auth/invalid-password': badPassword,
  'auth/weak-password': badPassword,
  'auth/password-does-not-meet-requirements': badPassword,
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
