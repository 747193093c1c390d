import type { Stripe } from 'stripe';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { forgetPending } from './change-plan.ts';
import { endUnpaid } from './end-unpaid.ts';

/** Marks a pause of ours: one that staff set at the provider's own console stays until they end it there. */
const mark = 'pausedByAccount';

/**
 * Lets the provider charge a plan only while its account is open and no given plan rests it. Renewals
 * of a pause are voided, so that lifting it charges nothing for the time between. A first payment
 * that waits for the bank ends with a suspension. Decision 046.
 * @returns whether something was changed there: the account may have changed meanwhile, so the caller looks again
 */
export async function followAccount(services: Services, tenantId: string, current: Stripe.Subscription | null): Promise<boolean> {
  if (!current) return false;
  const [tenant, billing] = await Promise.all([services.store.tenants.get(tenantId), services.store.billing.get(tenantId)]);
  const isSuspended = tenant?.data.active === false;
  if (isSuspended && (await endWaiting(services, current))) return true;
  const wanted = isSuspended || Boolean(billing?.data.grantedProductId && billing.data.grantPauses);
  const isPaused = current.pause_collection !== null;
  const isOurs = current.metadata[mark] !== undefined;
  if (wanted) {
    const stopped = current.status === 'past_due' && (await setRetries(services, current, false));
    if (isPaused) return stopped;
    await services.stripe.subscriptions.update(current.id, { pause_collection: { behavior: 'void' }, metadata: { [mark]: 'yes' } });
    return true;
  }
  if (!isOurs) return false;
  await setRetries(services, current, true);
  await services.stripe.subscriptions.update(current.id, { pause_collection: '', metadata: { [mark]: '' } });
  return true;
}

/** Ends what the holder could still confirm at the bank: a first payment, or the difference to a larger plan. */
async function endWaiting(services: Services, current: Stripe.Subscription): Promise<boolean> {
  if (current.status === 'incomplete') {
    await endUnpaid(services, current.id).catch((error: unknown) => {
      // Its only refusal: it was paid meanwhile, and the next look pauses it.
      if (!(error instanceof ApiError)) throw error;
    });
    return true;
  }
  if (!current.pending_update) return false;
  await forgetPending(services, current);
  return true;
}

/** Stops or takes up the retries of renewals that could not be collected. @returns whether there were any to change */
async function setRetries({ stripe }: Services, { id: subscription }: Stripe.Subscription, wanted: boolean): Promise<boolean> {
  const { data: open } = await stripe.invoices.list({ subscription, status: 'open', limit: 100 });
  const changed = open.filter(({ auto_advance: goesOn }) => goesOn !== wanted);
  for (const { id } of changed) await stripe.invoices.update(id, { auto_advance: wanted });
  return changed.length > 0;
}
