import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Stripe } from 'stripe';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf } from '../callers/member-of.ts';
import { applyAccount } from './apply-account.ts';
import { forgetPending } from './change-plan.ts';
import { readBilling, subscriptionsOf } from './customer.ts';
import { isDeleted } from './end-deleted.ts';
import { endUnpaid } from './end-unpaid.ts';
import { oneAtATime } from './operation-lock.ts';
import { currentOf } from './plan-state.ts';
import { grantPlan } from './grant-plan.ts';

/**
 * Cancels the plan at the end of its paid period. A plan without a first payment ends at once, and so
 * does a granted plan, which would hide the end of the paid one.
 */
export function cancelSubscription(services: Services, caller: Caller): Promise<void> {
  return withCurrent(services, caller, async (current, tenantId) => {
    const { grantedProductId } = await readBilling(services, tenantId);
    if (!current && !grantedProductId) throw noSubscription();
    if (current?.status === 'incomplete') await endUnpaid(services, current.id);
    else if (current) {
      await forgetPending(services, current);
      await setEnd(services, current, true);
    }
    if (grantedProductId) await grantPlan(services, { tenantId, grant: { productId: null } });
  });
}

/** Undoes a cancellation before the period ends. @throws {ApiError} conflict for a plan that is no longer sold */
export function resumeSubscription(services: Services, caller: Caller): Promise<void> {
  return withCurrent(services, caller, async (current) => {
    if (!current || current.status === 'incomplete') throw noSubscription();
    if (await isDeleted(services, current)) throw new ApiError('conflict', say('planGone'));
    await setEnd(services, current, false);
  });
}

/** Sets whether the plan ends. A pending change of plan no longer decides this. */
export async function setEnd(
  services: Services,
  { id, cancel_at_period_end: ends, metadata }: Stripe.Subscription,
  wanted: boolean,
): Promise<void> {
  if (ends === wanted && !metadata.resumesWith) return;
  await services.stripe.subscriptions.update(id, { cancel_at_period_end: wanted, metadata: { resumesWith: '' } });
}

function withCurrent(
  services: Services,
  caller: Caller,
  work: (current: ReturnType<typeof currentOf>, tenantId: string) => Promise<void>,
): Promise<void> {
  const { tenantId } = accountOf(caller);
  return oneAtATime(services, {
    tenantId,
    operation: 'cancel',
    work: async () => {
      const { customerId } = await readBilling(services, tenantId);
      await work(currentOf(await subscriptionsOf(services, customerId)), tenantId);
      await applyAccount(services, tenantId);
    },
  });
}

const noSubscription = () => new ApiError('conflict', say('subscriptionNone'));
