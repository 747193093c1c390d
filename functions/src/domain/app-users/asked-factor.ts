import { type RecordDocument, signInOf } from '@bedplate/contract';
import type { SignInChallengeDocument } from '../../store/documents/app-user-documents.ts';
import type { Row } from '../../store/model/row.ts';
import type { Timestamp } from '../../store/model/values.ts';
import { meetsAny } from '../records/conditions/meets-any.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import type { FoundUser } from './find-user.ts';

/** @returns whether the user, who has proved a first factor, is asked for a second one that is there, for a new one, or for none */
export function askedFactor(storage: StorageRow, user: FoundUser, now: number): 'none' | 'own' | 'new' {
  if (hasOwnFactor(storage, user)) return 'own';
  return isFactorRequired(storage, user.record, now) ? 'new' : 'none';
}

/** @returns whether a user with such a record must have a second factor */
export function isFactorRequired(storage: StorageRow, record: Row<RecordDocument<Timestamp>>, now: number): boolean {
  const { secondFactor, secondFactorFor } = signInOf(storage.data);
  if (secondFactor !== 'required' || secondFactorFor === null) return secondFactor === 'required';
  return meetsAny(storage, { record, condition: secondFactorFor, now });
}

/** Whether the user has a second factor that sign-ins ask for. */
export function hasOwnFactor(storage: StorageRow, user: FoundUser): boolean {
  return user.factor !== null && signInOf(storage.data).secondFactor !== 'off';
}

/** @returns what a challenge keeps of it: a change that was begun without a factor does not end once there is one */
export function factorNote(storage: StorageRow, user: FoundUser): { hadFactor?: true } {
  return hasOwnFactor(storage, user) ? { hadFactor: true } : {};
}

/** Whether the user has set a factor up since the challenge began, which has not asked for it. */
export function isBeforeFactor(storage: StorageRow, user: FoundUser, { hadFactor }: Pick<SignInChallengeDocument, 'hadFactor'>): boolean {
  return hasOwnFactor(storage, user) && hadFactor !== true;
}
