import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { sessions, tenants } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Transaction } from '../../store/transaction.ts';
import type { Caller, Origin } from '../callers/caller.ts';
import { mintTokens, type Tokens } from '../accounts/mint-tokens.ts';
import { RoleSchema } from '../callers/role-schema.ts';
import { newSession } from '../accounts/sessions.ts';
import { auditWrite } from '../activity/audit.ts';
import { staffActivity } from './staff-activity.ts';

const viewMillis = 30 * 60_000;

/**
 * Opens an account's console read-only for half an hour. The API checks the session, so no token can
 * change data. The account's activity log shows the visit to its owner.
 * Decision 019.
 * @throws {ApiError} not-found; unauthenticated when the caller's session has just ended
 */
export async function viewAccount(
  services: Services,
  { caller, tenantId, options: { reason, origin } }: { caller: Caller; tenantId: string; options: { reason: string; origin: Origin } },
): Promise<Tokens & { account: string; expiresAt: string }> {
  const { sid, account, expiresAt } = await services.store.transaction((tx) => open(services, tx, { caller, tenantId, reason, origin }));
  const claims = { role: 'admin', tenantId, projectId: null, name: caller.name, viewing: account } as const;
  const tokens = await mintTokens(services, { uid: caller.uid, sid, mfa: true, claims });
  return { ...tokens, account, expiresAt: expiresAt.toDate().toISOString() };
}

/** Reads the caller's session in the commit: a logout at the same time either ends the view or is seen here. */
async function open(
  services: Services,
  tx: Transaction,
  { caller, tenantId, reason, origin }: { caller: Caller; tenantId: string; reason: string; origin: Origin },
) {
  const own = (await tx.sessions.get(caller.sid))?.data;
  const tenant = (await tx.tenants.get(tenantId))?.data;
  if (!tenant) throw notFound('Account');
  if (own?.revokedAt !== null) throw new ApiError('unauthenticated', say('sessionEnded'));
  const { sid, document } = newSession(services, { uid: caller.uid, tenantId, origin });
  const expiresAt = Timestamp.fromMillis(Math.min(document.createdAt.toMillis() + viewMillis, own.expiresAt.toMillis()));
  const after = { session: sid, reason, expiresAt };
  tx.write(
    sessions.create(sid, { ...document, expiresAt, viewing: { tenantId, from: caller.sid } }),
    auditWrite(services, caller, { action: 'Start viewing', target: tenants.path(tenantId), before: null, after }),
    staffActivity(services, caller, {
      tenantId,
      adminId: tenant.ownerUid,
      activity: 'View Account',
      kind: 'accountViewed',
      values: { reason },
    }),
  );
  return { sid, account: tenant.ownerName, expiresAt };
}

/** Ends the viewing session and returns the staff member's own. @throws {ApiError} conflict when the session views no account */
export async function endViewing(services: Services, { sid, uid, tenantId, viewing, ...caller }: Caller): Promise<Tokens> {
  if (!viewing || !tenantId) throw new ApiError('conflict', say('notViewing'));
  const row = { action: 'End viewing' as const, target: tenants.path(tenantId), before: { session: sid }, after: null };
  await services.store.commit([
    sessions.update(sid, { revokedAt: Timestamp.fromMillis(services.clock()) }),
    auditWrite(services, { sid, uid, tenantId, ...caller }, row),
  ]);
  const [own, user] = await Promise.all([services.store.sessions.get(viewing.from), services.store.users.get(uid)]);
  const staff = user?.data;
  if (own?.data.revokedAt !== null || !staff) throw new ApiError('unauthenticated', say('sessionEnded'));
  const { name, projectId, is_enable_two_factor: mfa } = staff;
  const claims = { role: RoleSchema.parse(staff.role), tenantId: staff.tenantId, projectId, name };
  return mintTokens(services, { uid, sid: viewing.from, mfa, claims });
}
