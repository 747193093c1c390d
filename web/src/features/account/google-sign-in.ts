import type { LoginAnswer, SecondFactorAnswer } from '@bedplate/contract';
import { api } from '../../lib/api/client.ts';
import type { Session } from '../../lib/session/session.ts';
import { sessionOf } from './sign-in.ts';

/** Google's word about a person. */
export interface GoogleData {
  credential: string;
  nonce: string;
}

/** @returns the session, or null when a mailed code is needed: then the same call is repeated with it */
export async function signInWithGoogle(googleData: GoogleData, twoFactorCode: string | null = null): Promise<Session | null> {
  const body = { googleData, twoFactorCode };
  const answer = await api.post<LoginAnswer | SecondFactorAnswer>('/authentication/google-login', body, { visitor: true });
  return 'accessToken' in answer ? sessionOf(answer) : null;
}
