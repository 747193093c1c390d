import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { decodeFields, type DepartedDocument, type Json, limits, type RecordDocument, usualReadOnlyFields } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { StorageRow } from './storage-row.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { set, type Write } from '../../../store/model/writes.ts';
import { isUserStorage } from './unique-claims.ts';

/**
 * The app user whose own record it is: in a users storage the user itself, elsewhere the one that `userId` names.
 * @param id as apps see it
 */
export function ownerOf(storage: StorageRow, id: string, fields: Readonly<Record<string, Json>>): string | undefined {
  const owner = isUserStorage(storage) ? id : fields.userId;
  return typeof owner === 'string' && owner !== '' && owner.length <= limits.clientIdLength ? owner : undefined;
}

/** Fields that the writer, an app user, may not set; by their plain names. */
export type ClosedFields = ReadonlySet<string>;

/** Fields that an app user sets with proof only. */
export const provenFields = ['password', 'email'] as const;

/** @returns the fields of a storage that are closed to app users: those that it names, and in a users storage the ones that need proof */
export function closedFieldsOf(storage: StorageRow): ClosedFields {
  const named = storage.data.endUserAccess?.readOnly ?? usualReadOnlyFields;
  return new Set([...named.map(plainName), ...(isUserStorage(storage) ? provenFields : [])]);
}

/**
 * @param after the fields as they would be, and `before` as they are
 * @throws {ApiError} permission-denied that names the first closed field whose value would change
 */
export function refuseClosed(
  closed: ClosedFields | undefined,
  { before, after, password }: { before: Readonly<Record<string, Json>>; after: Readonly<Record<string, Json>>; password: unknown },
): void {
  if (!closed) return;
  if (password !== undefined && closed.has('password')) throw closedField('password');
  for (const name of new Set([...Object.keys(after), ...Object.keys(before)]))
    if (closed.has(plainName(name)) && !isDeepStrictEqual(before[name] ?? null, after[name] ?? null)) throw closedField(name);
}

/** `Is_Admin` and `isAdmin` mean the same to many an app: letter case, `_`, `-`, blanks, invisible characters and full-width letters do not count. */
function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Z}_-]/gu, '');
}

function closedField(name: string): ApiError {
  const field = name.slice(0, 80);
  const isProven = (provenFields as readonly string[]).includes(plainName(name));
  const message = isProven
    ? `To change your ${field}, also send your present password as currentPassword.`
    : `App users may not set the field ${field}.`;
  return new ApiError('permission-denied', message, { details: [{ field, message }] });
}

/** The owner as a part of a document; empty when there is none. */
export function ownerPart(storage: StorageRow, id: string, fields: Readonly<Record<string, Json>>): { owner?: string } {
  const owner = ownerOf(storage, id, fields);
  return owner === undefined ? {} : { owner };
}

/** Right after a change of owner the record is new to one listener and gone for another. */
export function ownedAtPart(
  before: Pick<RecordDocument<Timestamp>, 'owner'> | null,
  { owner, updatedAt }: Pick<RecordDocument<Timestamp>, 'owner' | 'updatedAt'>,
): { ownedAt?: Timestamp } {
  return before && owner !== undefined && before.owner !== owner ? { ownedAt: updatedAt } : {};
}

/** Shows the former owner's listener that the record has left, for as long as deletions are remembered. */
export function departure(
  { storageId, key }: { storageId: string; key: string },
  before: Pick<RecordDocument<Timestamp>, 'owner' | 'clientId'> | null,
  now: Pick<RecordDocument<Timestamp>, 'owner' | 'updatedAt'> | null,
): Write[] {
  if (!before?.owner || !now || now.owner === before.owner) return [];
  const document: DepartedDocument<Timestamp> = {
    owner: before.owner,
    id: before.clientId ?? key,
    leftAt: now.updatedAt,
    expiresAt: Timestamp.fromMillis(now.updatedAt.toMillis() + limits.tombstoneDays * 86_400_000),
  };
  const mark = createHash('sha256').update(before.owner).digest('hex').slice(0, 16);
  return [set(`storages/${storageId}/departed/${key}-${mark}`, document)];
}

/** An app user's records carry the user's id as `userId`; a user also owns the user's profile. */
export function isOwnedBy(
  owner: string,
  { key, clientId, storage }: { key: string; clientId?: string | undefined; storage: StorageRow },
  record: Pick<RecordDocument<Timestamp>, 'data'>,
): boolean {
  if (isUserStorage(storage)) return (clientId ?? key) === owner;
  return decodeFields(record.data).userId === owner;
}
