import { target } from './target.ts';

/** Answers of Firebase's public Auth API to anyone who has the web key, which every browser gets. */
export interface AuthAnswer {
  status: number;
  body: { idToken?: string; refreshToken?: string; localId?: string; error?: { message: string } };
}

/** One call of Firebase's public Auth API, past ours: `signUp`, `update`, `delete`, `signInWithIdp` … */
export async function authService(method: string, body: object): Promise<AuthAnswer> {
  return answerOf(`${target.auth}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=any`, body);
}

async function answerOf(url: string, body: object): Promise<AuthAnswer> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as AuthAnswer['body'] }; // Identity Toolkit's documented answer
}

/** One call about the Auth service's own second factors. */
export async function mfaAtAuthService(method: string, idToken: string): Promise<AuthAnswer> {
  const body = { idToken, mfaEnrollmentId: 'any', phoneEnrollmentInfo: { phoneNumber: '+15555550100', recaptchaToken: 'any' } };
  return answerOf(`${target.auth}/identitytoolkit.googleapis.com/v2/accounts/${method}?key=any`, body);
}

/** @returns a new token for a refresh token, or undefined when it is refused */
export async function renewAtAuthService(refreshToken: string): Promise<string | undefined> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const response = await fetch(`${target.auth}/securetoken.googleapis.com/v1/token?key=any`, { method: 'POST', body });
  return response.ok ? ((await response.json()) as { id_token: string }).id_token : undefined; // Secure Token's documented answer
}

/** Signs in with Google over that API. @param idToken of someone who is signed in, to whose user the Google account is linked */
export function googleAtAuthService(credential: string, idToken?: string): Promise<AuthAnswer> {
  const postBody = new URLSearchParams({ id_token: credential, providerId: 'google.com' }).toString();
  return authService('signInWithIdp', { postBody, requestUri: 'http://localhost', returnSecureToken: true, ...(idToken && { idToken }) });
}
