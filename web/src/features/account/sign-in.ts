import type { Credentials, LoginAnswer } from '@bedplate/contract';
import { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/client.ts';
import { signInLiveSoon } from '../../lib/live/sign-in-live-soon.ts';
import { type Session, startSession } from '../../lib/session/session.ts';

/** Checks the password. @returns whether a mailed code is needed too; asking again sends another code */
export async function askSecondFactor(credentials: Credentials): Promise<boolean> {
  const answer = await api.post<{ data: { is_enable_two_factor: boolean } }>('/authentication/check-2fa-setting', credentials, {
    visitor: true,
  });
  return answer.data.is_enable_two_factor;
}

/** @throws ApiError with the server's message when the account or the code is refused */
export async function signIn(credentials: Credentials): Promise<{ session: Session; message: string }> {
  const answer = await api.post<LoginAnswer>('/authentication/login', credentials, { visitor: true });
  return { session: sessionOf(answer), message: answer.message };
}

/** Keeps what a login answered. @throws ApiError when its token is not one of ours */
export function sessionOf(answer: LoginAnswer): Session {
  const session = startSession(answer);
  if (!session) throw new ApiError({ code: 'unknown', status: 200 });
  signInLiveSoon(answer.customToken);
  return session;
}
