import { decodeFields, type Json, type SignInSettings, signInOf } from '@bedplate/contract';
import type { SignInChallengeDocument } from '../../store/documents/app-user-documents.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import type { FoundUser } from './find-user.ts';

/** @returns whether the user, who has proved a first factor, is asked for a second one that is there, for a new one, or for none */
export function askedFactor(storage: StorageRow, user: FoundUser): 'none' | 'own' | 'new' {
  const signIn = signInOf(storage.data);
  if (signIn.secondFactor === 'off') return 'none';
  if (user.factor) return 'own';
  return isRequired(signIn, decodeFields(user.record.data.data)) ? 'new' : 'none';
}

/** @returns whether a user with such fields must have a second factor */
function isRequired({ secondFactor, secondFactorFor }: SignInSettings, fields: Readonly<Record<string, Json>>): boolean {
  if (secondFactor !== 'required' || secondFactorFor === null) return secondFactor === 'required';
  const { field, values } = secondFactorFor;
  return [fields[field]].flat().some((one) => values.includes(String(one)));
}

/** Whether the user has a second factor that sign-ins ask for. */
export function hasOwnFactor(storage: StorageRow, user: FoundUser): boolean {
  return askedFactor(storage, user) === 'own';
}

/** @returns what a challenge keeps of it: a change that was begun without a factor does not end once there is one */
export function factorNote(storage: StorageRow, user: FoundUser): { hadFactor?: true } {
  return hasOwnFactor(storage, user) ? { hadFactor: true } : {};
}

/** Whether the user has set a factor up since the challenge began, which has not asked for it. */
export function isBeforeFactor(storage: StorageRow, user: FoundUser, { hadFactor }: Pick<SignInChallengeDocument, 'hadFactor'>): boolean {
  return hasOwnFactor(storage, user) && hadFactor !== true;
}
