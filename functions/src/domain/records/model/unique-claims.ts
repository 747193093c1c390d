import { createHash } from 'node:crypto';
import type { Json, Text } from '@bedplate/contract';
import { ApiError, inEnglish, type SentenceKey } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { unique } from '../../../store/collections.ts';
import type { UniqueDocument } from '../../../store/documents/documents.ts';
import type { DocumentPath } from '../../../store/model/collection.ts';
import { inLetters, spellingsOf } from '../../../validation/mailbox.ts';
import type { StorageRow } from './storage-row.ts';
import { isUserStorage } from './user-storage.ts';

/** Fields of a users storage that two records must not share, in any case. */
export const uniqueFields = ['username', 'email'] as const;

export interface Claim {
  /** Those whose values are claimed together. */
  readonly fields: readonly string[];
  /** A document that exists while the values are taken. */
  readonly path: DocumentPath<UniqueDocument>;
  /** A rule of the storage's schema asks for it. */
  readonly isOfRule?: true;
}

/** @returns the unique values of an app user; none outside of users storages. Those of a schema's rules are `ruleClaims`. */
export function claimsOf(storage: StorageRow, fields: Readonly<Record<string, Json>>): Claim[] {
  if (!isUserStorage(storage)) return [];
  return uniqueFields.flatMap((field) => claimsOn(storage.id, field, fields[field]));
}

/**
 * A name is claimed as it is read aloud: without what nobody sees, in any case; an e-mail in both spellings of its domain. Names whose
 * earlier, narrower claim is another one have it too, and their own spelling comes first: so it leads to the records that hold nothing
 * else. Decision 042.
 */
export function claimsOn(storageId: string, field: string, value: Json | undefined): Claim[] {
  const spelt = speltName(value);
  if (spelt === null) return [];
  const spellings = field === 'email' ? spellingsOf(spelt) : [spelt];
  const names = new Set([spelt, ...spellings, sameName(spellings[0] ?? spelt)]);
  return [...names].map((name) => ({ fields: [field], path: claimPath(storageId, field, name) }));
}

/** @returns the path of the claim that all spellings of a name share; empty for what is no name */
export function sharedClaim(storageId: string, field: string, value: Json | undefined): string {
  const spelt = speltName(value);
  return spelt === null ? '' : claimPath(storageId, field, sameName(field === 'email' ? inLetters(spelt) : spelt));
}

function speltName(value: Json | undefined): string | null {
  if (value === undefined || value === null || typeof value === 'object' || value === '') return null;
  return String(value).trim().normalize('NFKC').toLowerCase();
}

function claimPath(storageId: string, field: string, name: string): DocumentPath<UniqueDocument> {
  return unique.path(createHash('sha256').update(`${storageId}\n${field}\n${name}`).digest('hex'));
}

/**
 * Full case folding without default-ignorable characters, as Unicode's toNFKC_Casefold: "STRASSE" is "straße", both sigmas are one.
 * One character at a time, because JavaScript lowers a sigma by its neighbours; a dotless i stays one, and a second dot above an i, which
 * nobody sees and "İ" in lower case has, is none. Runs of spaces are one.
 */
function sameName(name: string): string {
  const seen = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const folded = Array.from(seen, (character) => (character === 'ı' ? character : character.toUpperCase().toLowerCase())).join('');
  return folded
    .replace(/[iı]\u0307/g, 'i')
    .replace(/j\u0307/g, 'j')
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** @returns the document of a claim */
export function claimedBy({ storage, key }: { storage: StorageRow; key: string }): UniqueDocument {
  return { scope: storage.id, ref: key };
}

/** @param ids and other fields whose values another record has; `inTrash`: it is in the trash */
export function taken(claims: readonly (Pick<Claim, 'fields'> & { readonly inTrash?: boolean })[]): ApiError {
  const texts = new Map(claims.flatMap((claim) => claim.fields.map((field) => [field, takenText(claim)] as const)));
  const [first = say('taken', { fields: 'value' })] = texts.values();
  return new ApiError('already-exists', first, {
    details: [...texts].map(([field, text]) => ({ field, message: inEnglish(text), ...text })),
  });
}

function takenText({ fields, inTrash = false }: Parameters<typeof taken>[0][number]): Text<SentenceKey> {
  const key = fields.length > 1 ? (inTrash ? 'takenTogetherInTrash' : 'takenTogether') : inTrash ? 'takenInTrash' : 'taken';
  return say(key, { fields: fields.join(', ') });
}
