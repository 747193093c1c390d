import type { ProviderKind } from '@bedplate/contract';
import type { Identity } from './identity.ts';

export type Profile = Omit<Identity, 'provider'>;

type Claims = Readonly<Record<string, unknown>>;

/**
 * The person of a checked ID token. An address counts only where the provider vouches for it: Google for its own and for those of
 * organizations, Microsoft by `xms_edov` alone, since everybody may write any address into an account there ("nOAuth").
 * @param user the form field in which Apple tells the name, at the first sign-in only
 */
export function profileOf(kind: ProviderKind, claims: Claims, user: string | null): Profile {
  const { iss, sub, email, name } = claims;
  if (typeof iss !== 'string' || typeof sub !== 'string' || sub === '') throw new Error('The ID token names nobody.');
  const isMicrosoft = kind === 'microsoft' && typeof claims.oid === 'string';
  return {
    issuer: iss,
    // `sub` differs from app to app there.
    subject: isMicrosoft ? String(claims.oid) : sub,
    email: typeof email === 'string' && isVouchedFor(kind, claims, email) ? email : null,
    name: kind === 'apple' ? appleName(user) : typeof name === 'string' && name !== '' ? name.slice(0, 200) : null,
  };
}

function isVouchedFor(kind: ProviderKind, { email_verified: verified, hd, xms_edov: edov }: Claims, email: string): boolean {
  if (kind === 'microsoft') return edov === true || edov === 1 || edov === '1' || edov === 'true';
  if (kind === 'google') return verified === true && (/@(gmail|googlemail)\.com$/i.test(email) || typeof hd === 'string');
  if (kind === 'apple') return verified === true || verified === 'true';
  return verified === true;
}

function appleName(user: string | null): string | null {
  try {
    const { name } = JSON.parse(user ?? '') as { name?: { firstName?: unknown; lastName?: unknown } };
    const full = [name?.firstName, name?.lastName].filter((part) => typeof part === 'string' && part !== '').join(' ');
    return full === '' ? null : full.slice(0, 200);
  } catch {
    return null; // there is none at later sign-ins
  }
}
