import { messages, signInOf } from '@bedplate/contract';
import { passwordMark } from '../../crypto/crypt.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { appSessions } from '../../store/collections.ts';
import { hashPassword } from '../records/model/password.ts';
import { recordPath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { writeRecords } from '../records/write/write-records.ts';
import { type SignedIn, signedIn } from './authenticate.ts';
import { userOfKey } from './find-user.ts';
import { hasOwnFactor } from './asked-factor.ts';
import { requireOwnFactor } from './asked-proof.ts';
import { sessionsOf } from './own-sessions.ts';
import { provePassword } from './prove-change.ts';
import type { GivenFactor } from './prove-factor.ts';
import { requireMethod } from './require-method.ts';
import type { SeenCaller } from './seen-caller.ts';
import { newSession } from './sessions.ts';

/**
 * Gives a user another password. The marks of the record and of each session no longer agree, so every token made earlier ends in
 * the same commit, and the one who asks gets new ones.
 * @throws {ApiError} permission-denied for a wrong present password, and without the second factor of whoever has one; too-many-requests after ten of them in 15 minutes;
 * invalid-argument for a password that the storage does not take
 */
export async function changePassword(
  services: Services,
  storage: StorageRow,
  {
    key,
    currentPassword,
    given,
    password,
    from,
  }: { key: string; currentPassword: string; given?: GivenFactor | undefined; password: string; from: SeenCaller },
): Promise<SignedIn> {
  requireMethod(storage, 'password');
  const { store } = services;
  const ifPassword = await provePassword(services, storage, { key, password: currentPassword });
  const user = signInOf(storage.data).secondFactor === 'off' ? null : await userOfKey(services, storage.id, key);
  if (user) await requireOwnFactor(services, storage, { user, given });
  const byTwo = user !== null && hasOwnFactor(storage, user);
  const hash = await hashPassword(password, storage.data.tenantId);
  const before = await sessionsOf(store, storage.id, key);
  const mark = passwordMark(hash);
  const session = newSession(services.records, { storageId: storage.id, key, mark, from, byTwo });
  const input = { fields: {}, password, operations: new Map<string, never>() };
  await writeRecords(services.records, [{ op: 'update', id: key, storage, input, hash, ifPassword, where: '' }], {
    actor: `user:${key}`,
    hook: { alsoWrites: () => [...before.map(({ id }) => appSessions.remove(id)), session.write] },
  });
  const record = await store.get(recordPath(storage.id, key));
  if (!record) throw new ApiError('unauthenticated', messages.sessionEnded);
  return signedIn(services, storage, { record, session, mark });
}
