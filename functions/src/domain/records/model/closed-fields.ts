import { isDeepStrictEqual } from 'node:util';
import { type Json, plainName, signInOf, usualReadOnlyFields } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import type { StorageRow } from './storage-row.ts';
import { isUserStorage } from './user-storage.ts';

/** Fields that the writer, an app user, may not set, by their plain names; or not without proof. */
export type ClosedFields = ReadonlyMap<string, Until>;
/** `mailed`: an address changes by a code that it gets, where the storage asks for proved ones. */
type Until = 'always' | 'unproven' | 'mailed';

const provenFields = ['password', 'email'];

/** @returns the fields of a storage that are closed to app users: those that it names, and in a users storage the ones that need proof */
export function closedFieldsOf(storage: StorageRow): ClosedFields {
  const named = storage.data.endUserAccess?.readOnly ?? usualReadOnlyFields;
  const unproven = isUserStorage(storage) ? provenFields : [];
  const isMailed = signInOf(storage.data).verifyEmail;
  return new Map<string, Until>([
    ...unproven.map((name) => [name, name === 'email' && isMailed ? 'mailed' : 'unproven'] as const),
    ...named.map((name) => [plainName(name), 'always'] as const),
  ]);
}

/** @returns the fields that stay closed to a user who has given the proof */
export function withProof(closed: ClosedFields): ClosedFields {
  return new Map([...closed].filter(([, until]) => until !== 'unproven'));
}

/** @returns the fields that stay closed to who signs up */
export function atSignUp(closed: ClosedFields): ClosedFields {
  return new Map([...closed].filter(([, until]) => until === 'always'));
}

/**
 * @param after the fields as they would be, and `before` as they are
 * @throws {ApiError} permission-denied that names the first closed field whose value would change
 */
export function refuseClosed(
  closed: ClosedFields | undefined,
  { before, after, password }: { before: Readonly<Record<string, Json>>; after: Readonly<Record<string, Json>>; password: unknown },
): void {
  if (!closed) return;
  if (password !== undefined && closed.has('password')) throw closedField(closed, 'password');
  for (const name of new Set([...Object.keys(after), ...Object.keys(before)]))
    if (closed.has(plainName(name)) && !isDeepStrictEqual(before[name] ?? null, after[name] ?? null)) throw closedField(closed, name);
}

/** Whether app users can never set the field themselves. */
export function isAlwaysClosed(closed: ClosedFields, name: string): boolean {
  return closed.get(plainName(name)) === 'always';
}

function closedField(closed: ClosedFields, name: string): ApiError {
  const field = name.slice(0, 80);
  const message =
    closed.get(plainName(name)) === 'unproven'
      ? `To change your ${field}, also send your present password as currentPassword.`
      : closed.get(plainName(name)) === 'mailed'
        ? `Your ${field} changes by a code that the new address gets: POST me/email.`
        : `App users may not set the field ${field}.`;
  return new ApiError('permission-denied', message, { details: [{ field, message }] });
}
