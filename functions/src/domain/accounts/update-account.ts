import { type AccountChange, messages, type UserDocument } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { sessions, storages, tenants, users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { changedSearchFields } from '../search-text/search-fields.ts';
import { deliver } from '../mail/outbox.ts';
import { accountActivity } from '../activity/account-activity.ts';
import { newSession } from './sessions.ts';
import { setPassword } from './new-password.ts';
import { hashPassword } from '../records/model/password.ts';
import { waitForPropagation } from '../../store/wait-for-propagation.ts';
import type { Caller, Origin } from '../callers/caller.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { type Notice, noticeTo } from '../mailed-links/notices.ts';
import { type Tokens, mintTokens } from './mint-tokens.ts';

/**
 * Changes the person's own name, password or second factor. A new password ends all sessions, this one too, since its token may be
 * what was stolen. The answer contains tokens of the session that goes on, where what they carry has changed.
 */
export async function updateAccount(
  services: Services,
  { caller, change, origin }: { caller: Caller; change: AccountChange; origin: Origin },
): Promise<{ message: string } & Partial<Tokens>> {
  const { name, password } = change;
  const before = (await services.store.users.get(caller.uid))?.data;
  if (!before) throw notFound('User');
  const switched = change.is_enable_two_factor !== undefined && change.is_enable_two_factor !== before.is_enable_two_factor;
  if (password || switched) await confirmIdentity(services, { caller, given: change, isTwoFactorOn: before.is_enable_two_factor });
  const sid = await store(services, caller, { before, change: { ...change, switched }, origin });
  if (name !== undefined && caller.tenantId && caller.owner?.uid === caller.uid) await renameOwner(services, caller.tenantId, name);
  if (password) await waitForPropagation();
  if (!password && !switched && (name === undefined || name === before.name)) return { message: messages.accountUpdated };
  const { uid, role, tenantId, projectId } = caller;
  const mfa = change.is_enable_two_factor ?? before.is_enable_two_factor;
  const claims = { role, tenantId, projectId, name: name ?? before.name };
  return { message: messages.accountUpdated, ...(await mintTokens(services, { uid, sid, mfa, claims })) };
}

interface Stored {
  readonly before: UserDocument<Timestamp>;
  readonly change: AccountChange & { readonly switched: boolean };
  readonly origin: Origin;
}

/**
 * Writes the change, its rows in the activity log, and its mails, in one commit.
 * @returns the session that goes on
 * @throws {ApiError} unauthenticated for a new password or another second factor when the session has ended meanwhile
 */
async function store(services: Services, caller: Caller, { before, change, origin }: Stored): Promise<string> {
  const { name, password, is_enable_two_factor, switched } = change;
  const { uid } = caller;
  const updatedAt = Timestamp.fromMillis(services.clock());
  const log = { uid, user: caller, origin, module: 'Users', ...(caller.owner ? { adminId: caller.owner.uid } : {}) } as const;
  const writes = [
    users.update(uid, {
      updatedAt,
      ...(name === undefined ? {} : { name, ...changedSearchFields([before.name, before.email], [name, before.email]) }),
      ...(is_enable_two_factor === undefined ? {} : { is_enable_two_factor }),
    }),
    ...(await accountActivity(services, { ...log, activity: 'Update Account', kind: 'settingsChanged' })),
  ];
  if (name !== undefined && caller.tenantId && caller.owner?.uid === uid)
    writes.push(tenants.update(caller.tenantId, { ownerName: name, updatedAt }));
  const notices: Notice[] = [];
  const person = { uid, user: before };
  if (password) {
    const row = { ...log, activity: 'Change Password', kind: 'passwordChanged' } as const;
    writes.push(...(await accountActivity(services, row)));
    notices.push(noticeTo(services, person, { kind: 'passwordChanged', origin }));
  }
  if (switched) {
    const kind = is_enable_two_factor ? 'twoFactorOn' : 'twoFactorOff';
    writes.push(...(await accountActivity(services, { ...log, activity: 'Change Two-Factor', kind })));
    notices.push(noticeTo(services, person, { kind, origin }));
  }
  const next = newSession(services, { uid, tenantId: caller.tenantId, origin });
  const passwordHash = password ? await hashPassword(password) : null;
  await services.store.transaction(async (tx) => {
    // A lock, a demotion or a logout meanwhile has ended the session: its last change must not undo that.
    if ((password || switched) && (await tx.sessions.get(caller.sid))?.data.revokedAt !== null)
      throw new ApiError('unauthenticated', say('sessionEnded'));
    const secret = passwordHash === null ? [] : await setPassword(services, tx, { uid, passwordHash });
    if (passwordHash !== null) secret.push(sessions.create(next.sid, next.document));
    tx.write(...secret, ...writes, ...notices.flatMap((notice) => notice.writes));
  });
  for (const { mailId } of notices) await deliver(services, mailId);
  return password ? next.sid : caller.sid;
}

/** Updates the owner's name in storages, for staff's lists. */
async function renameOwner(services: Services, tenantId: string, ownerName: string): Promise<void> {
  const { rows } = await services.store.storages.query({ where: [['tenantId', '==', tenantId]], select: ['ownerName'] });
  await services.store.bulk(rows.map(({ id }) => storages.update(id, { ownerName })));
}
