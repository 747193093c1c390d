import { sha256 } from '../../crypto/crypt.ts';
import { unique } from '../../store/collections.ts';

/** A person as a provider knows them. */
export interface Identity {
  /** Of the storage's settings. */
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  /** Null where the provider has not proved that the person reads it: it then means nothing here. */
  readonly email: string | null;
  readonly name: string | null;
}

/** @returns the id of the document that exists while an identity belongs to a user. An address is never part of it. */
export function identityClaim(storageId: string, { issuer, subject }: Identity): string {
  return sha256(JSON.stringify([storageId, 'identity', issuer, subject]));
}

export const claimPath = (claim: string) => unique.path(claim);
