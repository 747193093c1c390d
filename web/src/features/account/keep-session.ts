import type { LoginAnswer } from '@bedplate/contract';
import { ApiError } from '../../lib/api/api-error.ts';
import { startSession } from '../../lib/session/session.ts';

/** Takes over the session of an answer, live reads included, before the page loads anew. @throws ApiError when its token is not one of ours */
export async function keepSession(answer: Pick<LoginAnswer, 'accessToken' | 'customToken' | 'data'>): Promise<void> {
  const { signInLive, signOutLive } = await import('../../lib/session/firebase.ts');
  await signOutLive(); // what listens for the former session must not renew it
  if (!startSession(answer)) throw new ApiError({ code: 'unknown', status: 200 });
  await signInLive(answer.customToken);
}
