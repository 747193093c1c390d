import { type AccountChange, messages } from '@bedplate/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { ApiError } from '../../http/api-error.ts';
import type { Services } from '../../services.ts';
import { collections } from '../../store/collections.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { setClaims, setPassword } from './auth-users.ts';
import type { Caller } from './caller.ts';
import { tellPasswordChanged } from './reset-password.ts';
import { type Tokens, mintTokens } from './mint-tokens.ts';
import { endSessionsOf } from './sessions.ts';

/**
 * Changes one's own name, password or second factor. A new password ends all other sessions, and Firebase drops
 * this one's tokens with it: the answer then brings new ones.
 */
export async function updateAccount(
  services: Services,
  caller: Caller,
  change: AccountChange,
): Promise<{ message: string } & Partial<Tokens>> {
  const { users, tenants } = collections(services.db);
  const { name, password, is_enable_two_factor } = change;
  await services.db.runTransaction(async (tx) => {
    const user = (await tx.get(users.doc(caller.uid))).data();
    if (!user) throw new ApiError('not-found', 'User not found.');
    const updatedAt = Timestamp.fromMillis(services.clock());
    tx.update(users.doc(caller.uid), {
      updatedAt,
      ...(name === undefined ? {} : { name }),
      ...(is_enable_two_factor === undefined ? {} : { is_enable_two_factor }),
    });
    if (!caller.tenantId || !caller.owner) return;
    if (name !== undefined && caller.owner.uid === caller.uid) tx.update(tenants.doc(caller.tenantId), { ownerName: name, updatedAt });
    activityWrite(services, tx, {
      tenantId: caller.tenantId,
      projectId: caller.projectId,
      userId: caller.uid,
      adminId: caller.owner.uid,
      module: 'Users',
      activity: 'Update Account',
      description: `${caller.name} changed the own settings.`,
    });
  });
  if (name !== undefined) {
    const { role, tenantId, projectId, uid } = caller;
    await setClaims(services, uid, { role, tenantId, projectId, name });
  }
  if (name !== undefined && caller.tenantId && caller.owner?.uid === caller.uid) await renameOwner(services, caller.tenantId, name);
  let tokens: Tokens | undefined;
  if (password) {
    await setPassword(services, caller.uid, password);
    await endSessionsOf(services, caller.uid, caller.sid);
    const user = (await users.doc(caller.uid).get()).data();
    tokens = await mintTokens(services, caller.uid, caller.sid, user?.is_enable_two_factor ?? false);
    await tellPasswordChanged(services, caller.uid);
  }
  return { message: messages.accountUpdated, ...tokens };
}

/** Storages carry their owner's name for lists that staff see. */
async function renameOwner(services: Services, tenantId: string, ownerName: string): Promise<void> {
  const { docs } = await collections(services.db).storages.where('tenantId', '==', tenantId).select('ownerName').get();
  const writer = services.db.bulkWriter();
  for (const { ref } of docs) void writer.update(ref, { ownerName });
  await writer.close();
}
