import { z } from 'zod';
import type { Config } from '../config/config.ts';

export interface IdentityToolkit {
  /** @returns the user's id, or null for an unknown address, a wrong password or a disabled user alike */
  checkPassword(email: string, password: string): Promise<string | null>;
  /**
   * Lets Google's ID token be checked: signature, audience, lifetime. Creates or links the Auth user of its address.
   * @returns null when Google's word is not good
   */
  signInWithGoogle(credential: string): Promise<GoogleUser | null>;
  /** @returns the ID token for a custom token */
  exchange(customToken: string): Promise<string>;
}

export interface GoogleUser {
  uid: string;
  email: string;
  emailVerified: boolean;
  name: string;
}

/** Identity Toolkit over REST: the Admin SDK can neither check a password nor exchange a custom token. */
export function createIdentityToolkit({ authApiKey, emulators }: Pick<Config, 'authApiKey' | 'emulators'>): IdentityToolkit {
  const base = emulators ? `http://${emulators.auth}/identitytoolkit.googleapis.com/v1` : 'https://identitytoolkit.googleapis.com/v1';

  // The call requires this host, but does not redirect to it: the answer is direct.
  const requestUri = 'http://localhost';

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
    async signInWithGoogle(credential) {
      const postBody = new URLSearchParams({ id_token: credential, providerId: 'google.com' }).toString();
      const { ok, answer } = await call('signInWithIdp', { postBody, requestUri, returnSecureToken: false, returnIdpCredential: false });
      if (ok && answer.localId && answer.email && !answer.needConfirmation) {
        return { uid: answer.localId, email: answer.email, emailVerified: answer.emailVerified ?? false, name: answer.displayName ?? '' };
      }
      const reason = answer.error?.message ?? '';
      if (ok || idpRefusals.some((refusal) => reason.startsWith(refusal))) return null;
      throw new Error(`accounts:signInWithIdp failed: ${reason}`);
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
];

const idpRefusals = [
  'INVALID_IDP_RESPONSE',
  'INVALID_CREDENTIAL_OR_PROVIDER_ID',
  'MISSING_OR_INVALID_NONCE',
  'FEDERATED_USER_ID_ALREADY_LINKED',
  'EMAIL_EXISTS',
  'USER_DISABLED',
  'TOO_MANY_ATTEMPTS_TRY_LATER',
];

const ToolkitAnswer = z.object({
  localId: z.string().optional(),
  email: z.string().optional(),
  emailVerified: z.boolean().optional(),
  displayName: z.string().optional(),
  /** Firebase knows the address with another provider and asks to link; that happens only without one account per address. */
  needConfirmation: z.boolean().optional(),
  idToken: z.string().optional(),
  error: z.object({ message: z.string() }).optional(),
});
