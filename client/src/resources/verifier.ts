import { BedplateError } from '../transport/errors.ts';

/**
 * PKCE: what only the page knows that begins a sign-in, and the hash of it that it sends. RFC 7636
 * @throws {BedplateError} on a page of plain http, where browsers make no hash
 */
export async function newVerifier(): Promise<{ verifier: string; codeChallenge: string }> {
  if (!crypto.subtle) throw new BedplateError('unavailable', 'This page cannot sign in elsewhere: it was not opened by https.');
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, codeChallenge: base64url(new Uint8Array(hash)) };
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
