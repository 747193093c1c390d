import { z } from 'zod';

const Payload = z.object({
  sub: z.string().min(1).max(200),
  email: z.string().max(254),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]),
  nonce: z.string().optional(),
});
export type GoogleClaims = z.infer<typeof Payload>;

/**
 * Reads the claims of Google's ID token before its signature is checked: they can refuse a login, never allow one.
 * @param plainJson whether the token is the Auth emulator's: unsigned JSON
 * @returns null when the text is no ID token
 */
export function readCredential(credential: string, plainJson: boolean): GoogleClaims | null {
  const text = plainJson && credential.startsWith('{') ? credential : payloadOf(credential);
  try {
    return Payload.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function payloadOf(token: string): string {
  const parts = token.split('.');
  return parts.length === 3 ? Buffer.from(parts[1] ?? '', 'base64url').toString('utf8') : '';
}
