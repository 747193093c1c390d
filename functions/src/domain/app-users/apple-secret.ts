import type { SignInProvider } from '@bedplate/contract';

/** Longer than a configuration is kept; Apple takes half a year at most. */
const validSeconds = 3600;

/** Apple's client secret is a short-lived token that the owner's private key signs. @param privateKey PKCS #8, as Apple's .p8 file has it */
export async function appleSecret(
  { clientId, teamId = '', keyId = '' }: Pick<SignInProvider, 'clientId' | 'teamId' | 'keyId'>,
  privateKey: string,
  now: number,
): Promise<string> {
  const { importPKCS8, SignJWT } = await import('jose');
  const seconds = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + validSeconds)
    .sign(await importPKCS8(privateKey, 'ES256'));
}
