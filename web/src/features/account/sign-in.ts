import type { Credentials, LoginAnswer, SecondFactorAnswer } from '@bedplate/contract';
import { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/client.ts';
import { keepLiveSignIn } from '../../lib/session/live-sign-in.ts';
import { type Session, startSession } from '../../lib/session/session.ts';

/** Google's statement about a person. */
export interface GoogleData {
  credential: string;
  nonce: string;
}

/** One way to sign in. It answers null when it needs a mailed code: then the same call is made again with the code. */
export type SignIn = (twoFactorCode: string | null) => Promise<LoginAnswer | null>;

/** Without a code it first checks the password and asks whether a code is needed, which also sends the mail. */
export function withPassword(credentials: Credentials): SignIn {
  return async (twoFactorCode) => {
    if (twoFactorCode !== null) return visit<LoginAnswer>('login', { ...credentials, twoFactorCode });
    const { data } = await visit<{ data: { is_enable_two_factor: boolean } }>('check-2fa-setting', credentials);
    return data.is_enable_two_factor ? null : visit<LoginAnswer>('login', credentials);
  };
}

export function withGoogle(googleData: GoogleData): SignIn {
  return async (twoFactorCode) => {
    const answer = await visit<LoginAnswer | SecondFactorAnswer>('google-login', { googleData, twoFactorCode });
    return 'accessToken' in answer ? answer : null;
  };
}

function visit<T>(call: string, body: unknown): Promise<T> {
  return api.post<T>(`/authentication/${call}`, body, { visitor: true });
}

/**
 * Keeps the session that a login answered with. Live updates sign in meanwhile.
 * @throws {ApiError} when the token is not one of ours
 */
export function keepLogin(answer: LoginAnswer): Session {
  const session = keep(answer);
  void signInLiveSoon(answer.customToken);
  return session;
}

/**
 * Changes to another session before the page is loaded again. Live updates are signed in when it is done.
 * @throws {ApiError} when the token is not one of ours
 */
export async function changeLogin(answer: LoginAnswer): Promise<void> {
  const { signInLive, signOutLive } = await import('../../lib/session/firebase.ts');
  await signOutLive(); // a listener of the former session must not renew its token
  keep(answer);
  await signInLive(answer.customToken);
}

function keep(answer: LoginAnswer): Session {
  const session = startSession(answer);
  if (!session) throw new ApiError({ code: 'unknown', status: 200 });
  keepLiveSignIn(session.userId, answer.customToken);
  return session;
}

/** Signs the Firebase SDK in for live updates and for new tokens. The console works without it, so a failure is only a warning. */
export function signInLiveSoon(customToken: string): Promise<void> {
  return import('../../lib/session/firebase.ts')
    .then(({ signInLive }) => signInLive(customToken))
    .catch((cause: unknown) => console.warn('Live updates could not sign in.', cause));
}
