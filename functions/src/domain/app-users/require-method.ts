import { type SignInMethod, signInOf } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { StorageRow } from '../records/model/storage-row.ts';

const ways: Readonly<Record<SignInMethod, string>> = {
  password: 'by password',
  code: 'by a mailed code',
  link: 'by a mailed link',
  passkey: 'by passkey',
  anonymous: 'without a name',
};

/** @throws {ApiError} permission-denied for a way of signing in that the storage has not on */
export function requireMethod(storage: StorageRow, method: SignInMethod): void {
  if (!signInOf(storage.data).methods.includes(method))
    throw new ApiError('permission-denied', `Signing in ${ways[method]} is off in this users storage.`);
}

/** Passkeys sign in, or are a second factor. @throws {ApiError} permission-denied for a storage that has neither on */
export function requirePasskeys(storage: StorageRow): void {
  const { secondFactor, secondFactorWays } = signInOf(storage.data);
  if (secondFactor === 'off' || !secondFactorWays.includes('passkey')) requireMethod(storage, 'passkey');
}
