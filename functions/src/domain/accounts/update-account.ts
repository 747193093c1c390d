import { type AccountChange, messages } from '@bedplate/contract';
import { Timestamp } from 'firebase-admin/firestore';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import { changedSearchFields } from '../search-text/search-fields.ts';
import { deliver, queueMail } from '../mail/outbox.ts';
import { accountActivity } from '../activity/account-activity.ts';
import { alignAuthUser, replacePassword } from './auth-users.ts';
import type { Caller, Origin } from '../callers/caller.ts';
import { confirmIdentity } from './confirm-identity.ts';
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
  origin: Origin,
): Promise<{ message: string } & Partial<Tokens>> {
  const { users } = collections(services.db);
  const { name, password } = change;
  const before = (await users.doc(caller.uid).get()).data();
  if (!before) throw new ApiError('not-found', 'User not found.');
  const switched = change.is_enable_two_factor !== undefined && change.is_enable_two_factor !== before.is_enable_two_factor;
  if (password || switched) await confirmIdentity(services, caller, change);
  await store(services, caller, before, { ...change, switched }, origin);
  if (name !== undefined) {
    await alignAuthUser(services, caller.uid);
    if (caller.tenantId && caller.owner?.uid === caller.uid) await renameOwner(services, caller.tenantId, name);
  }
  if (!password) return { message: messages.accountUpdated };
  await replacePassword(services, caller.uid, password);
  await endSessionsOf(services, caller.uid, caller.sid);
  const mfa = change.is_enable_two_factor ?? before.is_enable_two_factor;
  const { uid, sid, role, tenantId, projectId } = caller;
  const tokens = await mintTokens(services, { uid, sid, mfa, claims: { role, tenantId, projectId } });
  await tellPasswordChanged(services, caller.uid);
  return { message: messages.accountUpdated, ...tokens };
}

/** The change, its rows in the activity log, and the mail about the second factor, in one commit. */
async function store(
  services: Services,
  caller: Caller,
  before: { name: string; email: string },
  change: AccountChange & { switched: boolean },
  origin: Origin,
): Promise<void> {
  const { users, tenants } = collections(services.db);
  const { name, password, is_enable_two_factor, switched } = change;
  const updatedAt = Timestamp.fromMillis(services.clock());
  const batch = services.db.batch();
  batch.update(users.doc(caller.uid), {
    updatedAt,
    ...(name === undefined ? {} : { name, ...changedSearchFields([before.name, before.email], [name, before.email]) }),
    ...(is_enable_two_factor === undefined ? {} : { is_enable_two_factor }),
  });
  if (name !== undefined && caller.tenantId && caller.owner?.uid === caller.uid) {
    batch.update(tenants.doc(caller.tenantId), { ownerName: name, updatedAt });
  }
  const log = { uid: caller.uid, user: caller, origin, module: 'Users', ...(caller.owner ? { adminId: caller.owner.uid } : {}) } as const;
  await accountActivity(services, batch, { ...log, activity: 'Update Account', description: 'changed the own settings' });
  if (password) await accountActivity(services, batch, { ...log, activity: 'Change Password', description: 'changed the own password' });
  let mailId: string | null = null;
  if (switched) {
    const on = is_enable_two_factor === true;
    const description = `turned two-factor authentication ${on ? 'on' : 'off'}`;
    await accountActivity(services, batch, { ...log, activity: 'Change Two-Factor', description });
    const reset = `${services.config.publicOrigin}/forgot-password`;
    const values = { name: name ?? caller.name, on, time: updatedAt.toDate().toUTCString(), reset };
    mailId = queueMail(services, batch, { to: { name: values.name, address: caller.email }, template: 'two-factor-changed', values });
  }
  await batch.commit();
  if (mailId) await deliver(services, mailId);
}

/** Storages carry their owner's name for lists that staff see. */
async function renameOwner(services: Services, tenantId: string, ownerName: string): Promise<void> {
  const { docs } = await collections(services.db).storages.where('tenantId', '==', tenantId).select('ownerName').get();
  const writer = services.db.bulkWriter();
  for (const { ref } of docs) void writer.update(ref, { ownerName });
  await writer.close();
}
