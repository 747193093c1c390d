import type { ConsoleClaims } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';

type Rights = Pick<ConsoleClaims, 'role' | 'tenantId' | 'projectId'> & Partial<ConsoleClaims>;

export interface Tokens {
  /** ID token for `Authorization: Bearer`. */
  accessToken: string;
  /** For the Firebase SDK in the browser. */
  customToken: string;
}

/**
 * Puts the rights into the custom token with the session, where they override the Auth user's claims
 * and survive a refresh. A change of rights ends the session. The name is the Auth user's.
 * Decision 003.
 */
export async function mintTokens(
  services: Services,
  { uid, sid, mfa, claims }: { uid: string; sid: string; mfa: boolean; claims: Rights },
): Promise<Tokens> {
  const customToken = await services.auth.createCustomToken(uid, { ...claims, sid, ...(mfa ? { mfa: true } : {}) });
  return { accessToken: await services.identityToolkit.exchange(customToken), customToken };
}
