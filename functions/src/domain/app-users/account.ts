import { sha256 } from '../../crypto/crypt.ts';
import { gone } from '../../store/model/values.ts';
import { merge, remove, type Write } from '../../store/model/writes.ts';
import { accountPath } from '../records/model/paths.ts';
import type { FoundUser } from './find-user.ts';
import { claimPath } from './identity.ts';

/** @returns the write that notes that the user reads the mails of the present address */
export function provenWrite(storageId: string, { key, email }: { readonly key: string; readonly email: string | null }): Write {
  return merge(accountPath(storageId, key), { provenEmail: sha256(email ?? '') });
}

/** @returns the write that takes a user's second factor away: of somebody who has lost it, or who had no right to set it up */
export function withoutFactor(storageId: string, key: string): Write {
  return merge(accountPath(storageId, key), { factor: gone });
}

/** @returns the writes that take a user's accounts elsewhere and passkeys away: they may be those of whoever had the address without a proof */
export function withoutOtherWays(storageId: string, { key, identities }: Pick<FoundUser, 'key' | 'identities'>): Write[] {
  return [
    merge(accountPath(storageId, key), { identities: gone, passkeys: gone }),
    ...Object.keys(identities).map((claim) => remove(claimPath(claim))),
  ];
}
