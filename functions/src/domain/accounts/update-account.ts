import { type AccountChange, messages } from '@bedplate/contract';
import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { storages, tenants, users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { changedSearchFields } from '../search-text/search-fields.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { accountActivity } from '../activity/account-activity.ts';
import { alignAuthUser, replacePassword } from './auth-users.ts';
import type { Caller, Origin } from '../callers/caller.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { tellPasswordChanged } from './reset-password.ts';
import { type Tokens, mintTokens } from './mint-tokens.ts';
import { endSessionsOf } from './sessions.ts';

/**
 * Changes the person's own name, password or second factor. A new password ends all other sessions.
 * Firebase then also revokes this session's tokens, so the answer contains new ones.
 */
export async function updateAccount(
  services: Services,
  caller: Caller,
  change: AccountChange,
  origin: Origin,
): Promise<{ message: string } & Partial<Tokens>> {
  const { name, password } = change;
  const before = (await services.store.users.get(caller.uid))?.data;
  if (!before) throw notFound('User');
  const switched = change.is_enable_two_factor !== undefined && change.is_enable_two_factor !== before.is_enable_two_factor;
  if (password || switched) await confirmIdentity(services, caller, change);
  await store(services, caller, { before, change: { ...change, switched }, origin });
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

interface Stored {
  readonly before: { readonly name: string; readonly email: string };
  readonly change: AccountChange & { readonly switched: boolean };
  readonly origin: Origin;
}

/** Writes the change, its rows in the activity log, and the mail about the second factor, in one commit. */
async function store(services: Services, caller: Caller, { before, change, origin }: Stored): Promise<void> {
  const { name, password, is_enable_two_factor, switched } = change;
  const updatedAt = Timestamp.fromMillis(services.clock());
  const log = { uid: caller.uid, user: caller, origin, module: 'Users', ...(caller.owner ? { adminId: caller.owner.uid } : {}) } as const;
  const writes = [
    users.update(caller.uid, {
      updatedAt,
      ...(name === undefined ? {} : { name, ...changedSearchFields([before.name, before.email], [name, before.email]) }),
      ...(is_enable_two_factor === undefined ? {} : { is_enable_two_factor }),
    }),
    ...(await accountActivity(services, { ...log, activity: 'Update Account', kind: 'settingsChanged' })),
  ];
  if (name !== undefined && caller.tenantId && caller.owner?.uid === caller.uid)
    writes.push(tenants.update(caller.tenantId, { ownerName: name, updatedAt }));
  if (password) {
    const row = { ...log, activity: 'Change Password', kind: 'passwordChanged' } as const;
    writes.push(...(await accountActivity(services, row)));
  }
  let mailId: string | null = null;
  if (switched) {
    const on = is_enable_two_factor === true;
    const reset = `${services.config.publicOrigin}/forgot-password`;
    const values = { name: name ?? caller.name, on, time: updatedAt.toDate().toUTCString(), reset };
    const mail = newMail(services, { to: { name: values.name, address: caller.email }, template: 'two-factor-changed', values });
    writes.push(
      ...(await accountActivity(services, { ...log, activity: 'Change Two-Factor', kind: on ? 'twoFactorOn' : 'twoFactorOff' })),
      mail.write,
    );
    mailId = mail.id;
  }
  await services.store.commit(writes);
  if (mailId) await deliver(services, mailId);
}

/** Updates the owner's name in storages, for staff's lists. */
async function renameOwner(services: Services, tenantId: string, ownerName: string): Promise<void> {
  const { rows } = await services.store.storages.query({ where: [['tenantId', '==', tenantId]], select: ['ownerName'] });
  await services.store.bulk(rows.map(({ id }) => storages.update(id, { ownerName })));
}
