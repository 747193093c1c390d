import { randomBytes } from 'node:crypto';
import { signInOf } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { gone } from '../../store/model/values.ts';
import { merge, set } from '../../store/model/writes.ts';
import { closedFieldsOf, withProof } from '../records/model/closed-fields.ts';
import { hashPassword } from '../records/model/password.ts';
import { accountPath } from '../records/model/paths.ts';
import { updateInput } from '../records/model/record-input.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { recordOf, writeRecords } from '../records/write/write-records.ts';
import type { SignedIn } from './authenticate.ts';
import { beginSessionOf } from './begin-session.ts';
import type { Challenge } from './challenges.ts';
import { userOfKey } from './find-user.ts';
import { requireMethod } from './require-method.ts';
import type { SeenCaller } from './seen-caller.ts';
import { signInOrAskOf } from './sign-in-or-ask.ts';
import { askSignUpHook } from './sign-up-hook.ts';
import { countSignUp, requireMaySignUp } from './sign-up.ts';

/**
 * Makes a user for somebody who gives no name, and signs them in. Whoever loses the tokens loses the account.
 * @throws {ApiError} permission-denied where the way is off, or nobody may sign up; too-many-requests
 */
export async function signInAnonymously(
  services: Services,
  storage: StorageRow,
  { ip, from }: { ip: string; from: SeenCaller },
): Promise<SignedIn> {
  requireMethod(storage, 'anonymous');
  if (signInOf(storage.data).signUp !== 'open') throw new ApiError('permission-denied', 'Nobody can sign up here without an address.');
  await countSignUp(services, storage, ip);
  const input = { fields: { username: `guest-${randomBytes(12).toString('hex')}` }, password: undefined };
  await askSignUpHook(services, storage, { way: 'anonymous', fields: input.fields });
  const results = await writeRecords(services.records, [{ op: 'create', storage, input, where: '' }], {
    actor: 'sign-up',
    hook: { alsoWrites: ([made]) => (made ? [set(accountPath(storage.id, made.id), { anonymous: true })] : []) },
  });
  return beginSessionOf(services, storage, { key: recordOf(results).id, from });
}

/**
 * Gives an anonymous user a name and a password. The id stays, and so does every record of the user; the sessions end, and another one begins.
 * @throws {ApiError} conflict for a user who has a name; already-exists for a taken one; permission-denied for a closed field, and
 * where nobody may sign up any more
 */
export async function becomeNamed(
  services: Services,
  storage: StorageRow,
  { key, fields, ...call }: { key: string; fields: Readonly<Record<string, unknown>>; from: SeenCaller; appName: string },
): Promise<SignedIn | Challenge> {
  requireMethod(storage, 'password');
  const user = await userOfKey(services, storage.id, key);
  if (!user?.isAnonymous) throw new ApiError('conflict', 'You have a name already.');
  requireMaySignUp(storage, null); // an address of a domain would have to be proved first
  const input = updateInput(fields);
  await askSignUpHook(services, storage, { way: 'password', fields: input.fields });
  const hash = await hashPassword(String(input.password), storage.data.tenantId);
  const closed = withProof(closedFieldsOf(storage)); // an address that is to be proved first is not given here
  await writeRecords(services.records, [{ op: 'update', id: key, storage, input, hash, closed, where: '' }], {
    actor: `user:${key}`,
    hook: { alsoWrites: () => [merge(accountPath(storage.id, key), { anonymous: gone })] },
  });
  return signInOrAskOf(services, storage, { key, ...call });
}
