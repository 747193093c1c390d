import { graceDays } from '@bedplate/contract';
import type { Stripe } from 'stripe';

/** How a subscription affects its account. Times are Unix milliseconds. */
export interface PlanState {
  status: 'none' | 'subscribed' | 'cancelled';
  isActive: boolean;
  productId: string | null;
  nextProductId: string | null;
  periodEnd: number | null;
  paymentIssueSince: number | null;
  /** When this changes without an event. */
  checkAt: number | null;
}

export const noPlan: PlanState = {
  status: 'none',
  isActive: false,
  productId: null,
  nextProductId: null,
  periodEnd: null,
  paymentIssueSince: null,
  checkAt: null,
};

const day = 86_400_000;
const hour = 3_600_000;

/** Derives the plan from a subscription. The provider may add statuses: an unknown one grants no plan. */
export function planState(subscription: Stripe.Subscription | null, now: number): PlanState {
  const [item] = subscription?.items.data ?? [];
  if (!subscription || !item) return noPlan;
  const periodEnd = item.current_period_end * 1000;
  const periodStart = item.current_period_start * 1000;
  const plan = { ...products(subscription, periodEnd), periodEnd };
  switch (subscription.status) {
    case 'active':
    case 'trialing': {
      const ends = subscription.cancel_at_period_end;
      if (ends && now >= periodEnd) return { ...noPlan, checkAt: null };
      // The renewal must be known after an hour; without an event it is looked up then.
      const checkAt = ends ? periodEnd : Math.max(periodEnd, now) + hour;
      return { ...plan, status: ends ? 'cancelled' : 'subscribed', isActive: true, paymentIssueSince: null, checkAt };
    }
    case 'past_due': {
      const until = periodStart + graceDays * day;
      if (now >= until) return { ...noPlan, paymentIssueSince: periodStart };
      return { ...plan, status: 'subscribed', isActive: true, paymentIssueSince: periodStart, checkAt: until };
    }
    case 'incomplete':
      return { ...noPlan, checkAt: subscription.created * 1000 + day };
    default:
      return noPlan;
  }
}

/** After a change to a smaller plan the larger one stays until the paid period ends. */
function products(subscription: Stripe.Subscription, periodEnd: number): Pick<PlanState, 'productId' | 'nextProductId'> {
  const productId = productOf(subscription);
  const { keptProductId, keptUntil } = subscription.metadata;
  const isKept = Boolean(keptProductId) && Number(keptUntil) * 1000 === periodEnd;
  return isKept ? { productId: keptProductId ?? null, nextProductId: productId } : { productId, nextProductId: null };
}

/** @returns the plan of the charged price */
export function productOf(subscription: Stripe.Subscription): string | null {
  return subscription.items.data[0]?.price.metadata.productId ?? null;
}

/** Chooses the relevant subscription: one that grants a plan, else one that waits for its first payment. */
export function currentOf(subscriptions: readonly Stripe.Subscription[]): Stripe.Subscription | null {
  const open = subscriptions.filter((subscription) => rank(subscription) >= 0);
  return open.sort((a, b) => Math.max(rank(a), 2) - Math.max(rank(b), 2) || b.created - a.created || rank(a) - rank(b))[0] ?? null;
}

function rank({ status }: Stripe.Subscription): number {
  return ['active', 'trialing', 'past_due', 'incomplete'].indexOf(status);
}
