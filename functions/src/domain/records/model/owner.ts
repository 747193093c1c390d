import { decodeFields, type Json, limits, type RecordDocument } from '@bedplate/contract';
import type { StorageRow } from './storage-row.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import { isUserStorage } from './user-storage.ts';

/**
 * The app user whose own record it is: in a users storage the user itself, elsewhere the one that `userId` names.
 * @param id as apps see it
 */
export function ownerOf(storage: StorageRow, id: string, fields: Readonly<Record<string, Json>>): string | undefined {
  const owner = isUserStorage(storage) ? id : fields.userId;
  return typeof owner === 'string' && owner !== '' && owner.length <= limits.clientIdLength ? owner : undefined;
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

/** An app user's records carry the user's id as `userId`; a user also owns the user's profile. */
export function isOwnedBy(
  owner: string,
  { key, clientId, storage }: { key: string; clientId?: string | undefined; storage: StorageRow },
  record: Pick<RecordDocument<Timestamp>, 'data'>,
): boolean {
  if (isUserStorage(storage)) return (clientId ?? key) === owner;
  return decodeFields(record.data).userId === owner;
}
