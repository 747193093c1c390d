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
  return uniqueFields.flatMap((field) => claimOf(storage.id, field, fields[field]) ?? []);
}

export function claimOf(storageId: string, field: string, value: Json | undefined): Claim | undefined {
  if (value === undefined || value === null || typeof value === 'object' || value === '') return undefined;
  const text = `${storageId}\n${field}\n${String(value).trim().normalize('NFKC').toLowerCase()}`;
  return { field, path: `unique/${createHash('sha256').update(text).digest('hex')}` };
}

/** @returns the document of a claim */
export function claimedBy({ storage, key }: { storage: StorageRow; key: string }): UniqueDocument {
  return { scope: storage.id, ref: key };
}

export function taken(fields: readonly string[]): ApiError {
  const details = fields.map((field) => ({ field, message: `This ${field} is already taken.` }));
  return new ApiError('already-exists', details[0]?.message ?? 'This username or email is already taken.', { details });
}
