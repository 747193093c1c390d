import { limits, signInOf } from '@bedplate/contract';
import { passwordMark } from '../../crypto/crypt.ts';
import { ApiError, invalidField } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { ApiCaller } from '../api-keys/api-caller.ts';
import { countAttempt, forgetAttempts } from '../rate-limits/attempts.ts';
import { type ClosedFields, closedFieldsOf, withProof } from '../records/model/closed-fields.ts';
import { passwordMatches } from '../records/model/password.ts';
import { privatePath } from '../records/model/paths.ts';
import type { RecordWrite } from '../records/model/record-write.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { isUserStorage } from '../records/model/user-storage.ts';

/** The present password, beside the fields of a change. It is never stored. Decision 054. */
const proofField = 'currentPassword';
const perUser = {
  scope: 'app-user-proof',
  max: 10,
  windowMillis: 900_000,
  message: 'Too many failed attempts. Please try again later.',
};

interface Proven extends Pick<RecordWrite, 'ifPassword'> {
  readonly input: unknown;
  readonly closed: ClosedFields | undefined;
}

interface Change {
  readonly id: string;
  readonly input: unknown;
}

/**
 * Asks for the present password where app users change their own password or e-mail: whoever holds an
 * access token may be a thief of it.
 * @returns a function that gives the fields of a change without the proof, and those that stay closed;
 * one password is checked once, however many changes carry it
 * @throws {ApiError} permission-denied for a wrong password; too-many-requests after ten of them in 15 minutes
 */
export function proofOf(services: Services, caller: ApiCaller) {
  const checked = new Map<string, Promise<string>>();
  return async (storage: StorageRow, { id, input }: Change): Promise<Proven> => {
    const closed = caller.userId === undefined ? undefined : closedFieldsOf(storage);
    if (!closed || !isUserStorage(storage) || !hasProof(input)) return { input, closed };
    const { [proofField]: password, ...rest } = input;
    const { userId, userRecord } = caller;
    const isOwn = userRecord?.storageId === storage.id && (id === userId || id === userRecord.key);
    if (!isOwn) return { input: rest, closed };
    if (typeof password !== 'string' || password.length > limits.passwordMax) throw invalidField(proofField, `${proofField} must be text.`);
    const checking = checked.get(password) ?? provePassword(services, storage, { key: userRecord.key, password });
    checked.set(password, checking);
    const ifPassword = await checking;
    await refuseWithFactor(services, storage, { key: userRecord.key, fields: rest });
    return { input: rest, closed: withProof(closed), ifPassword };
  };
}

/** Refuses a user with a second factor: these calls have no place for its answer. @throws {ApiError} permission-denied for whoever has one */
async function refuseWithFactor(services: Services, storage: StorageRow, { key, fields }: { key: string; fields: object }): Promise<void> {
  if (signInOf(storage.data).secondFactor === 'off') return;
  const [{ userOfKey }, { hasOwnFactor }] = await Promise.all([import('./find-user.ts'), import('./asked-factor.ts')]); // most storages have it off
  const user = await userOfKey(services, storage.id, key);
  if (!user || !hasOwnFactor(storage, user)) return;
  const field = 'password' in fields ? 'password' : 'email';
  const message = `You have a second factor: change your ${field} by POST ${field === 'password' ? 'change-password' : 'me/email'}.`;
  throw new ApiError('permission-denied', message, { details: [{ field, message }] });
}

function hasProof(input: unknown): input is { readonly [proofField]: unknown } {
  return typeof input === 'object' && input !== null && !Array.isArray(input) && Object.hasOwn(input, proofField);
}

/** @returns the mark of the password @throws {ApiError} permission-denied for a wrong present password; too-many-requests after ten of them in 15 minutes */
export async function provePassword(
  services: Services,
  storage: StorageRow,
  { key, password }: { key: string; password: string },
): Promise<string> {
  const name = `${storage.id}/${key}`;
  await countAttempt(services, perUser, name);
  const secret = await services.store.get(privatePath(storage.id, key));
  if (!secret || !(await passwordMatches(secret.data.password, password, storage.data.tenantId))) {
    const message = 'currentPassword is not your present password.';
    throw new ApiError('permission-denied', message, { details: [{ field: proofField, message }] });
  }
  await forgetAttempts(services, perUser, name);
  return passwordMark(secret.data.password);
}
