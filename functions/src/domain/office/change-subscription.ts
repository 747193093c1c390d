import type { PlanChange } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { tenants } from '../../store/collections.ts';
import type { BillingDocument } from '../../store/documents/billing-documents.ts';
import type { Caller } from '../callers/caller.ts';
import { endPaidPlan, goesOnPaying } from '../billing/end-plan.ts';
import { grantPlan } from '../billing/grant-plan.ts';
import { auditWrite } from '../activity/audit.ts';
import { staffActivity } from './staff-activity.ts';

/**
 * Grants a user's account a plan free of charge; the same commit logs it there and in the audit.
 * @param paid what becomes of a plan that the account pays for: it rests while the given one stands, or ends with its paid period
 * @throws {ApiError} conflict when the account pays for a plan and nothing is said about it
 */
export async function changeSubscription(
  services: Services,
  { caller, userId, change: { productId, paid } }: { caller: Caller; userId: string; change: PlanChange },
): Promise<void> {
  const tenantId = (await services.store.users.get(userId))?.data.tenantId;
  if (!tenantId) throw notFound('User');
  const [product, tenant, present] = await Promise.all([
    services.store.products.get(productId),
    services.store.tenants.get(tenantId),
    services.store.billing.get(tenantId),
  ]);
  const plan = product?.data;
  if (!plan || plan.deletedAt) throw notFound('Product');
  if (present?.data.isActive && present.data.productId === productId) throw new ApiError('conflict', say('planHeldByUser'));
  const pays = present !== undefined && present !== null && goesOnPaying(present.data);
  if (pays && !paid) throw new ApiError('conflict', say('paidPlanBeneath'), { field: 'paid' });
  if (pays && paid === 'end') await endPaidPlan(services, tenantId, 'period');
  await grantPlan(services, {
    tenantId,
    grant: { productId, pauses: paid === 'pause' },
    record: (before, after) => [
      auditWrite(services, caller, {
        action: 'Change subscription',
        target: tenants.path(tenantId),
        before: shown(before),
        after: shown(after),
      }),
      staffActivity(services, caller, {
        tenantId,
        adminId: tenant?.data.ownerUid ?? userId,
        activity: 'Update Account',
        kind: 'planGiven',
        values: { name: plan.name },
      }),
    ],
  });
}

/** The fields that staff decide; the others follow from them and from the payment provider. */
function shown({ productId, status, grantedProductId, grantPauses = false }: BillingDocument): object {
  return { productId, status, grantedProductId, grantPauses };
}
