import { signInOf } from '@bedplate/contract';
import type { StorageRow } from '../records/model/storage-row.ts';
import type { FoundUser } from './find-user.ts';

/** @returns whether the user is asked for a second factor that is there, for a new one, or for none. Anonymous users have no first factor either. */
export function askedFactor(storage: StorageRow, user: FoundUser): 'none' | 'own' | 'new' {
  const { secondFactor } = signInOf(storage.data);
  if (secondFactor === 'off' || user.isAnonymous) return 'none';
  if (user.factor) return 'own';
  return secondFactor === 'required' ? 'new' : 'none';
}
