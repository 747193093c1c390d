import type { ConsoleClaims } from '@bedplate/contract';
import { createAuthUser } from './auth-users.ts';
import type { Services } from '../../services/services.ts';

type Claims = Omit<ConsoleClaims, 'sid' | 'mfa'>;

export interface Tokens {
  /** ID token for `Authorization: Bearer`. */
  accessToken: string;
  /** For the Firebase SDK in the browser. */
  customToken: string;
}

/**
 * Puts the person's name and rights into the custom token with the session, where they survive a refresh: the Auth user carries
 * none. A change of rights ends the session.
 * Decisions 003 and 051.
 */
export async function mintTokens(
  services: Services,
  { uid, sid, mfa, claims }: { uid: string; sid: string; mfa: boolean; claims: Claims },
): Promise<Tokens> {
  const customToken = await services.auth.createCustomToken(uid, { ...claims, sid, ...(mfa ? { mfa: true } : {}) });
  const exchange = () => services.identityToolkit.exchange(customToken);
  const accessToken = await exchange().catch(async () => {
    // With a session's token anyone can delete its Auth user, and clients may sign nobody up.
    await createAuthUser(services, uid);
    return exchange();
  });
  return { accessToken, customToken };
}
