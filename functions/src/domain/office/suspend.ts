import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { log } from '../../config/log.ts';
import type { BillingDocument } from '../../store/documents/billing-documents.ts';
import { applyAccount } from '../billing/apply-account.ts';
import { goesOnPaying } from '../billing/end-plan.ts';
import { billing, sessions, tenants } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { waitForPropagation } from '../../store/wait-for-propagation.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { endUploads } from '../files/end-uploads.ts';
import { filesFollow, followArchive } from '../records/write/archived-files.ts';
import { auditWrite } from '../activity/audit.ts';
import { staffActivity } from './staff-activity.ts';

/**
 * Suspends an account: sign-in, data API and inbound webhooks refuse it; sessions, LiveSync and begun uploads end, its files open
 * for nobody.
 * Its data remain, and its plan is not charged meanwhile. The same commit writes the owner's mail and the rows of activity log and audit.
 * @throws {ApiError} not-found; conflict when it is suspended already
 */
export async function suspendAccount(
  services: Services,
  { caller, tenantId, reason }: { caller: Caller; tenantId: string; reason: string },
): Promise<void> {
  await change(services, { caller, tenantId, reason });
  await endSessionsOfTenant(services, tenantId);
  await followArchive(services.records, tenantId);
  await followNow(services, tenantId);
  await waitForPropagation();
  await endUploads(services.records, tenantId); // also what began before all servers knew
}

/** @throws {ApiError} not-found; conflict when it is not suspended */
export async function liftSuspension(services: Services, caller: Caller, tenantId: string): Promise<void> {
  await change(services, { caller, tenantId, reason: null });
  await followArchive(services.records, tenantId);
  await followNow(services, tenantId);
  await waitForPropagation();
}

/** @param reason null lifts the suspension */
async function change(
  services: Services,
  { caller, tenantId, reason }: { caller: Caller; tenantId: string; reason: string | null },
): Promise<void> {
  const mailId = await services.store.transaction(async (tx) => {
    const before = (await tx.tenants.get(tenantId))?.data;
    if (!before) throw notFound('Account');
    if (before.active === (reason === null))
      throw new ApiError('conflict', reason === null ? say('notSuspended') : say('alreadySuspended'));
    const [owner, plan] = await Promise.all([tx.users.get(before.ownerUid), tx.billing.get(tenantId)]);
    const now = Timestamp.fromMillis(services.clock());
    const suspension = reason === null ? null : { reason, at: now, by: { id: caller.uid, name: caller.name } };
    const after = { active: reason === null, suspension };
    tx.write(
      tenants.update(tenantId, { ...after, updatedAt: now }),
      filesFollow(services.records, { tenantId }),
      auditWrite(services, caller, {
        action: reason === null ? 'Lift suspension' : 'Suspend account',
        target: tenants.path(tenantId),
        before: { active: before.active, suspension: before.suspension ?? null },
        after,
      }),
      staffActivity(services, caller, {
        tenantId,
        adminId: before.ownerUid,
        activity: 'Update Account',
        kind: reason === null ? 'accountReopened' : 'accountSuspended',
        values: reason === null ? {} : { reason },
      }),
    );
    // Where the provider does not answer now, the job that looks at due accounts pauses the plan, or takes it up again.
    if (plan) tx.write(billing.update(tenantId, { checkAt: now }));
    if (!owner) return null;
    const { name, email: address } = owner.data;
    const to = { name, address };
    const money = plan && goesOnPaying(plan.data) ? moneyText(plan.data, reason === null, services.clock()) : null;
    const { publicOrigin } = services.config;
    const mail =
      reason === null
        ? newMail(services, { to, template: 'reopened', values: { name, login: `${publicOrigin}/login`, money } })
        : newMail(services, { to, template: 'suspended', values: { name, reason, contact: `${publicOrigin}/contact-us`, money } });
    tx.write(mail.write);
    return mail.id;
  });
  if (mailId) await deliver(services, mailId);
}

/** Lets the payment provider know. Without its answer the suspension stands all the same. */
async function followNow(services: Services, tenantId: string): Promise<void> {
  if (!(await services.store.billing.get(tenantId))?.data.customerId) return;
  await applyAccount(services, tenantId).catch((error: unknown) => log.error('billing.pause-failed', { tenantId }, error));
}

function moneyText({ periodEnd }: BillingDocument, isOpen: boolean, now: number): string {
  const paidUntil = periodEnd && periodEnd.toMillis() > now ? periodEnd.toDate().toISOString().slice(0, 10) : null;
  if (isOpen)
    return `Nothing is charged for the time of the suspension. Payments for your plan go on with its next period${paidUntil ? `, on ${paidUntil}` : ''}.`;
  const rest = paidUntil ? ` What you have paid already is good until ${paidUntil}; it is not paid back.` : '';
  return `While it is suspended, your plan is not charged, and no payment that failed is tried again.${rest} When the suspension is lifted, payments go on with the next period.`;
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
