import { ApiError } from '../../http/api-error.ts';
import type { Services } from '../../services.ts';
import type { Caller } from '../accounts/caller.ts';
import { accountOf } from '../accounts/member-of.ts';
import { applyAccount } from './apply-account.ts';
import { readBilling } from './customer.ts';
import { oneAtATime } from './operation-lock.ts';
import { currentOf } from './plan-state.ts';
import { grantPlan } from './grant-plan.ts';

/** The plan stays until the paid period ends. One that waits for its first payment ends at once. */
export function cancelSubscription(services: Services, caller: Caller): Promise<void> {
  return withCurrent(services, caller, async (current, tenantId) => {
    if (!current) {
      if (!(await readBilling(services, tenantId)).grantedProductId) throw noSubscription();
      return grantPlan(services, tenantId, null);
    }
    if (current.status === 'incomplete') await services.stripe.subscriptions.cancel(current.id);
    else if (!current.cancel_at_period_end) await services.stripe.subscriptions.update(current.id, { cancel_at_period_end: true });
  });
}

/** Takes a cancellation back before the period ends. */
export function resumeSubscription(services: Services, caller: Caller): Promise<void> {
  return withCurrent(services, caller, async (current) => {
    if (!current || current.status === 'incomplete') throw noSubscription();
    if (current.cancel_at_period_end) await services.stripe.subscriptions.update(current.id, { cancel_at_period_end: false });
  });
}

function withCurrent(
  services: Services,
  caller: Caller,
  work: (current: ReturnType<typeof currentOf>, tenantId: string) => Promise<void>,
): Promise<void> {
  const { tenantId } = accountOf(caller);
  return oneAtATime(services, tenantId, 'cancel', async () => {
    const { customerId } = await readBilling(services, tenantId);
    const list = customerId ? await services.stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }) : { data: [] };
    await work(currentOf(list.data), tenantId);
    await applyAccount(services, tenantId);
  });
}

const noSubscription = () => new ApiError('conflict', 'There is no subscription to change.');
