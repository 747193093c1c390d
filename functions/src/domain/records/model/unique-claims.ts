import { createHash } from 'node:crypto';
import type { Json } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { UniqueDocument } from '../../../store/documents/documents.ts';
import type { StorageRow } from './storage-row.ts';

/** Fields of a users storage that two records must not share, in any case. */
export const uniqueFields = ['username', 'email'] as const;

export interface Claim {
  readonly field: string;
  /** A document that exists while the value is taken. */
  readonly path: string;
}

/** The key `users` marks a storage of app users. */
export function isUserStorage(storage: StorageRow): boolean {
  return holdsUsers(storage.data);
}

export function holdsUsers({ storageKey }: Pick<StorageRow['data'], 'storageKey'>): boolean {
  return storageKey === 'users';
}

/** @returns the unique values of a record; none outside of users storages */
export function claimsOf(storage: StorageRow, fields: Readonly<Record<string, Json>>): Claim[] {
  if (!isUserStorage(storage)) return [];
  return uniqueFields.flatMap((field) => claimsOn(storage.id, field, fields[field]));
}

/**
 * A name is claimed as it is read aloud: without what nobody sees, in any case. Names whose earlier, narrower claim is another one
 * have it too, and it comes first: so it leads to the records that hold nothing else. Decision 042.
 */
export function claimsOn(storageId: string, field: string, value: Json | undefined): Claim[] {
  if (value === undefined || value === null || typeof value === 'object' || value === '') return [];
  const spelt = String(value).trim().normalize('NFKC').toLowerCase();
  return [...new Set([spelt, sameName(spelt)])].map((name) => {
    const text = `${storageId}\n${field}\n${name}`;
    return { field, path: `unique/${createHash('sha256').update(text).digest('hex')}` };
  });
}

/**
 * Full case folding without default-ignorable characters, as Unicode's toNFKC_Casefold: "STRASSE" is "straße", both sigmas are one.
 * One character at a time, because JavaScript lowers a sigma by its neighbours; a dotless i stays one. Runs of spaces are one.
 */
function sameName(name: string): string {
  const seen = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const folded = Array.from(seen, (character) => (character === 'ı' ? character : character.toUpperCase().toLowerCase())).join('');
  return folded.normalize('NFKC').replace(/\s+/gu, ' ').trim();
}

/** @returns the document of a claim */
export function claimedBy({ storage, key }: { storage: StorageRow; key: string }): UniqueDocument {
  return { scope: storage.id, ref: key };
}

export function taken(fields: readonly string[]): ApiError {
  const details = [...new Set(fields)].map((field) => ({ field, message: `This ${field} is already taken.` }));
  return new ApiError('already-exists', details[0]?.message ?? 'This username or email is already taken.', { details });
}
