import {
  type AskingCall,
  decodeFields,
  type Grant,
  type Json,
  type RecordDocument,
  signInOf,
  type StorageDocument,
} from '@bedplate/contract';
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
  readonly caller: Pick<ApiCaller, 'keyId' | 'userId' | 'userRecord' | 'scope'>;
  /** The role of the app user in each team; none where the users storage has no teams. */
  readonly teams?: Readonly<Record<string, string>>;
  /** Somebody who is not signed in, apart from the key that a page calls with. Only a trial of rules asks for one. */
  readonly isVisitor?: true;
}

/** The account's own pair is bound by no rules. */
export function isBound({ userId, scope }: ApiCaller): boolean {
  return userId !== undefined || scope !== undefined;
}

/** The caller as rules see it. Its documents have let the call in already: none costs a read. */
export async function grantCaller({ caches, clock }: CallerCaches, caller: ApiCaller): Promise<GrantCaller> {
  const { userRecord, userId = '' } = caller;
  if (!userRecord) return { caller, user: undefined, now: clock() };
  const [storage, record] = await Promise.all([
    caches.storages.get(storagePath(userRecord.storageId)),
    caches.appUsers.get(recordPath(userRecord.storageId, userRecord.key)),
  ]);
  if (!record || !storage) return { caller, user: { id: userId }, now: clock() };
  return { caller, ...askingUser(storage, record.data, userId), now: clock() };
}

/** @returns a user as conditions ask for it, with the teams of this moment */
export function askingUser(
  users: StorageRow,
  { data, teams = {} }: Pick<RecordDocument<Timestamp>, 'data' | 'teams'>,
  id: string,
): Pick<GrantCaller, 'user' | 'teams'> {
  const sure = sureFields(users, decodeFields(data));
  if (!signInOf(users.data).teams) return { user: { ...sure, id } };
  return { user: { ...sure, teams: Object.keys(teams), id }, teams };
}

/** A field that users set themselves says nothing about their rights. @returns the others of a user */
function sureFields(users: StorageRow, fields: Readonly<Record<string, Json>>): Record<string, Json> {
  const closed = closedFieldsOf(users);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isAlwaysClosed(closed, name)));
}

/** @returns whether a rule may be about the caller; for an owner and a team the record decides further */
export function isMeant({ caller, user, teams, isVisitor }: GrantCaller, who: Grant['who']): boolean {
  if (who === 'anyone') return true;
  if (isVisitor) return false;
  if (caller.userId === undefined) return typeof who === 'object' && 'key' in who && (who.key === '*' || who.key === caller.keyId);
  if (who === 'signedIn') return true;
  if ('owner' in who) return true;
  if ('team' in who) return teamsIn({ teams }, who).length > 0;
  if (!('role' in who)) return false;
  const roles: readonly unknown[] = [user?.role].flat();
  return [who.role].flat().some((role) => roles.includes(role));
}

/** @returns whether a rule may ever be about such a caller: who is in no team has no records of teams yet, where a role is not everybody's */
export function isConcerned(caller: GrantCaller, who: Grant['who']): boolean {
  return isMeant(caller, who) || (caller.caller.userId !== undefined && typeof who === 'object' && 'team' in who);
}

/** @returns the ids of the teams that a rule means */
export function teamsIn(
  { teams = {} }: Pick<GrantCaller, 'teams'>,
  { roles }: { readonly roles?: readonly string[] | undefined },
): string[] {
  return Object.entries(teams).flatMap(([id, role]) => (roles === undefined || roles.includes(role) ? [id] : []));
}
