import { type DataRecord, type Json } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { ApiCaller } from '../api-keys/api-caller.ts';
import { mayRead } from '../api-keys/key-scope.ts';
import type { ClosedFields } from '../records/model/closed-fields.ts';
import type { Access } from '../records/query/access.ts';
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

interface Writing {
  readonly caller: ApiCaller;
  readonly storage: StorageRow;
  /** Where rules bind the caller. */
  readonly access?: Access | undefined;
}

/** A new record in the answer: a named key gets no field back that it may not read. What an app user made, the user has sent. */
export function shownToMaker({ caller, storage, access }: Writing, record: DataRecord): DataRecord {
  if (access) return access.echo(record);
  return caller.userId !== undefined || mayRead(caller.scope, storage.id) ? record : bare(record);
}

function bare({ id, createdAt, updatedAt }: DataRecord): DataRecord {
  return { id, createdAt, updatedAt };
}

/**
 * The changed or restored record in the answer. A caller who may write but not read it, by key or as an
 * app user, gets only its id and time of change.
 */
export function shownToWriter({ caller: { userId, scope }, storage, access }: Writing, record: DataRecord): DataRecord {
  if (access) return access.echo(record);
  const reach = userId === undefined ? (mayRead(scope, storage.id) ? 'all' : 'none') : (storage.data.endUserAccess?.read ?? 'none');
  if (reach === 'all') return record;
  const isOwn = ownerOf(storage, record.id, record as Record<string, Json>) === userId; // its undefined fields do not matter here
  return reach === 'own' && isOwn ? record : bare(record);
}

/** The user's own record, at a sign-in and later: who it is, where neither the key nor the user may read more. */
export function shownToSelf({ userId, scope }: ApiCaller, storage: StorageRow, record: DataRecord): DataRecord {
  const isWhole = scope === undefined || storage.data.access?.liveKeys !== false; // rules may hide some of it from named keys
  const isKeyWithRead = userId === undefined && isWhole && mayRead(scope, storage.id);
  if (isKeyWithRead || (storage.data.endUserAccess?.read ?? 'none') !== 'none') return record;
  const { id, username, email, createdAt, updatedAt } = record;
  return { id, ...(username === undefined ? {} : { username }), ...(email === undefined ? {} : { email }), createdAt, updatedAt };
}
