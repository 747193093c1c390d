import { ApiError, notFound, say } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { sessions, tenants } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { waitForPropagation } from '../../store/wait-for-propagation.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { auditWrite } from '../activity/audit.ts';

/**
 * Suspends an account: sign-in, data API and inbound webhooks refuse it; sessions and LiveSync end.
 * Its data remain. The same commit writes the owner's mail and the rows of activity log and audit.
 * @throws {ApiError} not-found; conflict when it is suspended already
 */
export async function suspendAccount(services: Services, caller: Caller, tenantId: string, reason: string): Promise<void> {
  await change(services, caller, tenantId, reason);
  await endSessionsOfTenant(services, tenantId);
  await waitForPropagation();
}

/** @throws {ApiError} not-found; conflict when it is not suspended */
export async function liftSuspension(services: Services, caller: Caller, tenantId: string): Promise<void> {
  await change(services, caller, tenantId, null);
  await waitForPropagation();
}

/** @param reason null lifts the suspension */
async function change(services: Services, caller: Caller, tenantId: string, reason: string | null): Promise<void> {
  const mailId = await services.store.transaction(async (tx) => {
    const before = (await tx.tenants.get(tenantId))?.data;
    if (!before) throw notFound('Account');
    if (before.active === (reason === null))
      throw new ApiError('conflict', reason === null ? say('notSuspended') : say('alreadySuspended'));
    const owner = (await tx.users.get(before.ownerUid))?.data;
    const now = Timestamp.fromMillis(services.clock());
    const suspension = reason === null ? null : { reason, at: now, by: { id: caller.uid, name: caller.name } };
    const after = { active: reason === null, suspension };
    tx.write(
      tenants.update(tenantId, { ...after, updatedAt: now }),
      auditWrite(services, caller, {
        action: reason === null ? 'Lift suspension' : 'Suspend account',
        target: tenants.path(tenantId),
        before: { active: before.active, suspension: before.suspension ?? null },
        after,
      }),
      activityWrite(services, {
        tenantId,
        projectId: null,
        userId: caller.uid,
        adminId: before.ownerUid,
        module: 'Administration',
        activity: 'Update Account',
        kind: reason === null ? 'accountReopened' : 'accountSuspended',
        values: reason === null ? {} : { reason },
      }),
    );
    if (!owner) return null;
    const to = { name: owner.name, address: owner.email };
    const { publicOrigin } = services.config;
    const mail =
      reason === null
        ? newMail(services, { to, template: 'reopened', values: { name: owner.name, login: `${publicOrigin}/login` } })
        : newMail(services, { to, template: 'suspended', values: { name: owner.name, reason, contact: `${publicOrigin}/contact-us` } });
    tx.write(mail.write);
    return mail.id;
  });
  if (mailId) await deliver(services, mailId);
}

/** Not those of staff who look at the account. */
async function endSessionsOfTenant(services: Services, tenantId: string): Promise<void> {
  const open = await services.store.sessions.query({
    where: [
      ['tenantId', '==', tenantId],
      ['revokedAt', '==', null],
    ],
  });
  const revokedAt = Timestamp.fromMillis(services.clock());
  const ended = open.rows.filter(({ data }) => !data.viewing);
  await services.store.bulk(ended.map(({ id }) => sessions.update(id, { revokedAt })));
}
