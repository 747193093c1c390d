import type { UserRecord } from 'firebase-admin/auth';
import type { Services } from '../../services.ts';

export async function findAuthUser(services: Services, email: string): Promise<UserRecord | null> {
  return services.auth.getUserByEmail(email).catch((error: unknown) => {
    if (hasCode(error, 'auth/user-not-found')) return null;
    throw error;
  });
}

/** @returns the new user's id, or null when the address was taken in the meantime */
export async function createAuthUser(
  services: Services,
  input: { email: string; password?: string | null | undefined; name: string },
): Promise<string | null> {
  const { email, password, name } = input;
  const created = await services.auth
    .createUser({ email, displayName: name, ...(password ? { password } : {}) })
    .catch((error: unknown) => {
      if (hasCode(error, 'auth/email-already-exists')) return null;
      throw error;
    });
  return created?.uid ?? null;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
