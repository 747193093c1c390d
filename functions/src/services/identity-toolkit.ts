import { z } from 'zod';
import type { Config } from '../config/config.ts';

export interface IdentityToolkit {
  /**
   * Checks a password that version 0.1.0 left with Firebase.
   * @returns the user's id, or null for an unknown address, a wrong password, a disabled user or provider alike
   */
  checkPassword(email: string, password: string): Promise<string | null>;
  /** @returns the ID token for a custom token */
  exchange(customToken: string): Promise<string>;
}

/** Identity Toolkit over REST: the Admin SDK can neither check a password nor exchange a custom token. */
export function createIdentityToolkit({ authApiKey, emulators }: Pick<Config, 'authApiKey' | 'emulators'>): IdentityToolkit {
  const base = emulators ? `http://${emulators.auth}/identitytoolkit.googleapis.com/v1` : 'https://identitytoolkit.googleapis.com/v1';

  async function call(method: string, body: object): Promise<{ ok: boolean; answer: z.infer<typeof ToolkitAnswer> }> {
    const response = await fetch(`${base}/accounts:${method}?key=${encodeURIComponent(authApiKey)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    return { ok: response.ok, answer: ToolkitAnswer.parse(await response.json()) };
  }

  return {
    async checkPassword(email, password) {
      const { ok, answer } = await call('signInWithPassword', { email, password, returnSecureToken: false });
      if (ok && answer.localId) return answer.localId;
      const reason = answer.error?.message ?? '';
      if (refusals.some((refusal) => reason.startsWith(refusal))) return null;
      throw new Error(`accounts:signInWithPassword failed: ${reason}`);
    },
    async exchange(customToken) {
      const { ok, answer } = await call('signInWithCustomToken', { token: customToken, returnSecureToken: true });
      if (ok && answer.idToken) return answer.idToken;
      throw new Error(`accounts:signInWithCustomToken failed: ${answer.error?.message ?? ''}`);
    },
  };
}

/** Reasons may go on after " : ". INVALID_EMAIL: Google's grammar is stricter than ours. */
const refusals = [
  'INVALID_LOGIN_CREDENTIALS',
  'INVALID_PASSWORD',
  'EMAIL_NOT_FOUND',
  'USER_DISABLED',
  'INVALID_EMAIL',
  'TOO_MANY_ATTEMPTS_TRY_LATER',
  // Firebase's providers are off, as they should be once everybody has moved.
  'PASSWORD_LOGIN_DISABLED',
  'OPERATION_NOT_ALLOWED',
];

const ToolkitAnswer = z.object({
  localId: z.string().optional(),
  idToken: z.string().optional(),
  error: z.object({ message: z.string() }).optional(),
});
