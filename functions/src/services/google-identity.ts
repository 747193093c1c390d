import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Config } from '../config/config.ts';

/** Google's claims about a person. */
const Claims = z.object({
  sub: z.string().min(1).max(200),
  email: z.string().max(254),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]),
  name: z.string().default(''),
  nonce: z.string().optional(),
});
export type GoogleClaims = z.infer<typeof Claims>;

export interface GoogleIdentity {
  /**
   * Checks Google's ID token: signature, issuer, audience and lifetime.
   * @returns null when the text is no such token
   * @throws {Error} when Google's keys cannot be had
   */
  verify(credential: string): Promise<GoogleClaims | null>;
}

const issuers = ['https://accounts.google.com', 'accounts.google.com'];
/** The clocks of two machines. */
const toleranceSeconds = 30;

/**
 * Google's word is checked here and not by Firebase, so that no sign-in provider need be enabled there. The rules:
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 * On one machine an unsigned payload as JSON text is taken too, as the Auth emulator does: nobody there could sign it.
 */
export function createGoogleIdentity({
  googleClientId,
  googleCertsUrl,
  emulators,
}: Pick<Config, 'googleClientId' | 'googleCertsUrl' | 'emulators'>): GoogleIdentity {
  let keys: JWTVerifyGetKey | undefined;
  return {
    async verify(credential) {
      if (emulators && credential.startsWith('{')) return readPlain(credential);
      if (!googleClientId) return null;
      const { createRemoteJWKSet, errors, jwtVerify } = await import('jose');
      keys ??= createRemoteJWKSet(new URL(googleCertsUrl), { timeoutDuration: 5000 });
      try {
        const { payload } = await jwtVerify(credential, keys, {
          issuer: issuers,
          audience: googleClientId,
          algorithms: ['RS256'],
          requiredClaims: ['exp', 'iat', 'sub'],
          clockTolerance: toleranceSeconds,
        });
        return Claims.safeParse(payload).data ?? null;
      } catch (error) {
        const isBadToken = [
          errors.JWTInvalid,
          errors.JWTExpired,
          errors.JWTClaimValidationFailed,
          errors.JWSInvalid,
          errors.JWSSignatureVerificationFailed,
          errors.JWKSNoMatchingKey,
          errors.JOSEAlgNotAllowed,
          errors.JOSENotSupported,
        ].some((kind) => error instanceof kind);
        if (isBadToken) return null;
        throw error;
      }
    },
  };
}

function readPlain(text: string): GoogleClaims | null {
  try {
    return Claims.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
