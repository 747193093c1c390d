import type { Stripe } from 'stripe';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import type { BillingDocument } from '../../store/documents/billing-documents.ts';
import { applyAccount } from './apply-account.ts';
import { setEnd } from './cancel.ts';
import { forgetPending } from './change-plan.ts';
import { readBilling, subscriptionsOf } from './customer.ts';
import { endUnpaid } from './end-unpaid.ts';
import { oneAtATime } from './operation-lock.ts';
import { currentOf } from './plan-state.ts';

/** Whether the account has a plan of its own at the provider, until the end of what is paid at least. */
export function paysFor({ subscriptionId, providerStatus }: BillingDocument): boolean {
  return subscriptionId !== null && ['active', 'trialing', 'past_due'].includes(providerStatus ?? '');
}

/** Whether the account's own plan would be charged again. */
export function goesOnPaying(billing: BillingDocument): boolean {
  const { status, grantedProductId, beneath } = billing;
  return paysFor(billing) && (grantedProductId ? beneath?.ends !== true : status !== 'cancelled');
}

/**
 * Ends the plan that an account pays for: with its paid period, or at once. What is still owed for it is then not collected.
 * Nothing is paid back.
 * @throws {ApiError} conflict when it pays for none
 */
export function endPaidPlan(services: Services, tenantId: string, when: 'now' | 'period'): Promise<void> {
  return oneAtATime(services, {
    tenantId,
    operation: 'cancel',
    work: async () => {
      const { customerId } = await readBilling(services, tenantId);
      const current = currentOf(await subscriptionsOf(services, customerId));
      if (!current) throw new ApiError('conflict', say('subscriptionNone'));
      if (when === 'now' || current.status === 'incomplete') await endNow(services, current);
      else {
        await forgetPending(services, current);
        await setEnd(services, current, true);
      }
      await applyAccount(services, tenantId);
    },
  });
}

/** Ends a plan at once. Voids what is owed first: an ended subscription's bill could still be paid. */
export async function endNow(services: Services, current: Stripe.Subscription): Promise<void> {
  if (current.status === 'incomplete') return endUnpaid(services, current.id);
  await forgetPending(services, current);
  const { data: open } = await services.stripe.invoices.list({ subscription: current.id, status: 'open', limit: 100 });
  for (const { id } of open) await services.stripe.invoices.voidInvoice(id);
  await services.stripe.subscriptions.cancel(current.id, { prorate: false, invoice_now: false });
}
