import type { PlanEnd } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { tenants } from '../../store/collections.ts';
import type { Write } from '../../store/model/writes.ts';
import { auditWrite } from '../activity/audit.ts';
import { staffActivity } from './staff-activity.ts';
import { readBilling } from '../billing/customer.ts';
import { endPaidPlan } from '../billing/end-plan.ts';
import { grantPlan } from '../billing/grant-plan.ts';
import type { Caller } from '../callers/caller.ts';
import { deliver, newMail } from '../mail/outbox.ts';

/**
 * Ends an account's plan at once: the one that it pays for, which is then charged no more, or the one given to it, after which a
 * paid one goes on. The owner gets a mail.
 * @throws {ApiError} not-found; conflict when there is no such plan
 */
export async function endPlan(
  services: Services,
  { caller, tenantId, end: { which } }: { caller: Caller; tenantId: string; end: PlanEnd },
): Promise<void> {
  const tenant = (await services.store.tenants.get(tenantId))?.data;
  if (!tenant) throw notFound('Account');
  const { productId, grantedProductId, beneath, status } = await readBilling(services, tenantId);
  const ended = which === 'given' ? grantedProductId : grantedProductId ? (beneath?.productId ?? null) : productId;
  const name = ended ? ((await services.store.products.get(ended))?.data.name ?? ended) : '';
  const owner = (await services.store.users.get(tenant.ownerUid))?.data;
  const contact = `${services.config.publicOrigin}/contact-us`;
  const letter = owner && { to: { name: owner.name, address: owner.email }, values: { name: owner.name, plan: name, contact } };
  const mail = letter && newMail(services, { ...letter, template: 'plan-ended' as const });
  const rows: Write[] = [
    auditWrite(services, caller, {
      action: which === 'given' ? 'End given plan' : 'End plan',
      target: tenants.path(tenantId),
      before: { status, productId, grantedProductId },
      after: { ended, which },
    }),
    staffActivity(services, caller, {
      tenantId,
      adminId: tenant.ownerUid,
      activity: 'Update Account',
      kind: 'planEnded',
      values: { name },
    }),
    ...(mail ? [mail.write] : []),
  ];
  if (which === 'given') {
    if (!grantedProductId) throw new ApiError('conflict', say('noGivenPlan'));
    await grantPlan(services, { tenantId, grant: { productId: null }, record: () => rows });
  } else {
    await endPaidPlan(services, tenantId, 'now');
    await services.store.commit(rows);
  }
  if (mail) await deliver(services, mail.id);
}
