import { signInOf } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { AppAccountDocument } from '../../store/documents/app-user-documents.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import type { FoundUser } from './find-user.ts';

/**
 * Asks that a user can still come in by what stays.
 * @param account as it is after the change @throws {ApiError} conflict
 */
export function requireWayIn(
  storage: StorageRow,
  { mark, isProven }: Pick<FoundUser, 'mark' | 'isProven'>,
  { identities = {}, passkeys = {} }: AppAccountDocument,
): void {
  const { methods, providers } = signInOf(storage.data);
  const isOn = new Set<string>(methods);
  const ways = [
    mark !== '' && isOn.has('password'),
    isProven && (isOn.has('code') || isOn.has('link')),
    isOn.has('passkey') && Object.keys(passkeys).length > 0,
    Object.values(identities).some(({ provider }) => providers.some(({ id }) => id === provider)),
  ];
  if (!ways.includes(true)) throw new ApiError('conflict', 'This is the last way to sign in: set a password or prove an e-mail first.');
}
