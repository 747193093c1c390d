import { type AskingCall, decodeFields, type Grant, type Json, type RecordDocument, type StorageDocument } from '@bedplate/contract';
import type { LiveDocuments } from '../../store/live-documents.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { ApiCaller } from '../api-keys/api-caller.ts';
import { closedFieldsOf, isAlwaysClosed } from '../records/model/closed-fields.ts';
import { recordPath, storagePath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';

export interface CallerCaches {
  readonly caches: {
    readonly storages: LiveDocuments<StorageDocument<Timestamp>>;
    readonly appUsers: LiveDocuments<RecordDocument<Timestamp>>;
  };
  readonly clock: () => number;
}

/** Somebody whom rules bind, as conditions see the call. */
export interface GrantCaller extends AskingCall {
  readonly caller: Pick<ApiCaller, 'keyId' | 'userId' | 'userRecord'>;
}

/** The account's own pair is bound by no rules. */
export function isBound({ userId, scope }: ApiCaller): boolean {
  return userId !== undefined || scope !== undefined;
}

/** Its documents are those that have let the call in: none of them costs a read. */
export async function grantCaller({ caches, clock }: CallerCaches, caller: ApiCaller): Promise<GrantCaller> {
  const { userRecord, userId = '' } = caller;
  if (!userRecord) return { caller, user: undefined, now: clock() };
  const [storage, record] = await Promise.all([
    caches.storages.get(storagePath(userRecord.storageId)),
    caches.appUsers.get(recordPath(userRecord.storageId, userRecord.key)),
  ]);
  const sure = record && storage ? sureFields(storage, decodeFields(record.data.data)) : {};
  return { caller, user: { ...sure, id: userId }, now: clock() };
}

/** A field that users set themselves says nothing about their rights. @returns the others of a user */
export function sureFields(users: StorageRow, fields: Readonly<Record<string, Json>>): Record<string, Json> {
  const closed = closedFieldsOf(users);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isAlwaysClosed(closed, name)));
}

/** @returns whether a rule may be about the caller; for an owner the record decides further */
export function isMeant({ caller, user }: GrantCaller, who: Grant['who']): boolean {
  if (who === 'anyone') return true;
  if (caller.userId === undefined) return typeof who === 'object' && 'key' in who && (who.key === '*' || who.key === caller.keyId);
  if (who === 'signedIn') return true;
  if ('owner' in who) return true;
  if (!('role' in who)) return false;
  const roles: readonly unknown[] = [user?.role].flat();
  return [who.role].flat().some((role) => roles.includes(role));
}
