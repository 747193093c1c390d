import { type DataRecord, type Json } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { ApiCaller } from '../api-keys/api-caller.ts';
import { mayRead } from '../api-keys/key-scope.ts';
import type { ClosedFields } from '../records/model/closed-fields.ts';
import { ownerOf } from '../records/model/owner.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { isUserStorage } from '../records/model/user-storage.ts';

/**
 * Applies a storage's end-user access; keys reach all records.
 * @returns the user whose own records are reached; undefined for all records
 * @throws {ApiError} permission-denied
 */
export function reachOf({ userId }: ApiCaller, { data }: StorageRow, verb: 'read' | 'write'): string | undefined {
  if (userId === undefined) return undefined;
  const reach = data.endUserAccess?.[verb] ?? 'none';
  if (reach === 'none')
    throw new ApiError('permission-denied', `App users may not ${verb} records of this storage.`, { by: 'access-of-users' });
  return reach === 'own' ? userId : undefined;
}

/** @throws {ApiError} permission-denied for a call that needs the account's keys */
export function keysOnly({ userId }: ApiCaller): void {
  if (userId !== undefined) throw new ApiError('permission-denied', 'This call needs the API key and the secret key of the account.');
}

/** Checks and completes the fields that an owner sends. @throws {ApiError} permission-denied for another userId */
export function ownFields(
  storage: StorageRow,
  input: unknown,
  { owner, closed, isNew }: { owner: string | undefined; closed: ClosedFields | undefined; isNew: boolean },
): unknown {
  if (closed && isNew && isUserStorage(storage)) throw new ApiError('permission-denied', 'App users are created by signing up.');
  if (owner === undefined || typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  if (isUserStorage(storage)) return input;
  const given = (input as Record<string, unknown>).userId;
  if (given !== undefined && given !== owner) {
    const message = 'userId must be your own id.';
    throw new ApiError('permission-denied', message, { details: [{ field: 'userId', message }] });
  }
  return isNew ? { ...input, userId: owner } : input;
}

/**
 * The changed or restored record in the answer. A caller who may write but not read it, by key or as an
 * app user, gets only its id and time of change. (A new record holds only the sent fields.)
 */
export function shownToWriter({ userId, scope }: ApiCaller, storage: StorageRow, record: DataRecord): DataRecord {
  const reach = userId === undefined ? (mayRead(scope, storage.id) ? 'all' : 'none') : (storage.data.endUserAccess?.read ?? 'none');
  if (reach === 'all') return record;
  const { id, createdAt, updatedAt } = record;
  const isOwn = ownerOf(storage, id, record as Record<string, Json>) === userId; // its undefined fields do not matter here
  return reach === 'own' && isOwn ? record : { id, createdAt, updatedAt };
}

/** The user's own record, at a sign-in and later: who it is, where neither the key nor the user may read more. */
export function shownToSelf({ userId, scope }: ApiCaller, storage: StorageRow, record: DataRecord): DataRecord {
  const isKeyWithRead = userId === undefined && mayRead(scope, storage.id);
  if (isKeyWithRead || (storage.data.endUserAccess?.read ?? 'none') !== 'none') return record;
  const { id, username, email, createdAt, updatedAt } = record;
  return { id, ...(username === undefined ? {} : { username }), ...(email === undefined ? {} : { email }), createdAt, updatedAt };
}
