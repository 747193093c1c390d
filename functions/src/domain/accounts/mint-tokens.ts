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
 * The rights go into the custom token with the session: there they beat the Auth user's own claims and survive every refresh, so a
 * session has those that it was opened with, and a change of them ends it. The name is the Auth user's, which may change meanwhile.
 * Decision 003.
 */
export async function mintTokens(
  services: Services,
  { uid, sid, mfa, claims }: { uid: string; sid: string; mfa: boolean; claims: Rights },
): Promise<Tokens> {
  const customToken = await services.auth.createCustomToken(uid, { ...claims, sid, ...(mfa ? { mfa: true } : {}) });
  return { accessToken: await services.identityToolkit.exchange(customToken), customToken };
}
