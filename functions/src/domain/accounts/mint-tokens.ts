import type { ConsoleClaims } from '@bedplate/contract';
import type { Services } from '../../services.ts';

export interface Tokens {
  /** ID token for `Authorization: Bearer`. */
  accessToken: string;
  /** For the Firebase SDK in the browser. */
  customToken: string;
}

/**
 * Only `sid` and `mfa` go into the custom token: claims given there beat the user's own and survive every refresh.
 * @param instead claims that are to do so: of staff who look at an account
 */
export async function mintTokens(
  services: Services,
  uid: string,
  sid: string,
  mfa: boolean,
  instead: Partial<ConsoleClaims> = {},
): Promise<Tokens> {
  const customToken = await services.auth.createCustomToken(uid, { ...instead, sid, ...(mfa ? { mfa: true } : {}) });
  return { accessToken: await services.identityToolkit.exchange(customToken), customToken };
}
