import type { Stripe } from 'stripe';
import type { State } from '../state/state.ts';
import type { Line } from './invoice-object.ts';
import { endOfPeriod } from './period.ts';
import { planOf } from './subscription-object.ts';

/** A subscription's item with another price, and the amounts owed and given back for the rest of the period. */
export function withPrice(
  state: State,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
): { item: Stripe.SubscriptionItem; lines: Line[] } {
  const [item] = subscription.items.data;
  if (!item) throw new Error('A subscription has an item.');
  const now = state.now(String(subscription.customer));
  const { current_period_start: start, current_period_end: end } = item;
  const left = Math.max(0, Math.min(1, (end - now) / (end - start)));
  const sameInterval = item.price.recurring?.interval === price.recurring?.interval;
  const period = sameInterval ? { start, end } : { start: now, end: endOfPeriod(now, price.recurring?.interval ?? 'month') };
  const owed = Math.round((price.unit_amount ?? 0) * (sameInterval ? left : 1));
  const lines: Line[] = [
    {
      amount: -Math.round(debited(state, subscription, item) * left),
      description: 'Unused time',
      proration: true,
      period: { start: now, end },
      price: item.price,
    },
    { amount: owed, description: 'Remaining time', proration: sameInterval, period: { start: now, end: period.end }, price },
  ];
  return { item: { ...item, price, plan: planOf(price), current_period_start: period.start, current_period_end: period.end }, lines };
}

/** Flexible billing credits what was really debited: the price less the discount of the invoice that opened the period. */
function debited(state: State, subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): number {
  const opening = state.invoices
    .all()
    .findLast(
      (invoice) =>
        invoice.status === 'paid' &&
        invoice.parent?.subscription_details?.subscription === subscription.id &&
        invoice.lines.data.some((line) => line.pricing?.price_details?.price === item.price.id && line.amount > 0),
    );
  const price = item.price.unit_amount ?? 0;
  if (!opening) return 0;
  // Credit for the plan before was larger than this price, which it has paid whole.
  return opening.subtotal > 0 ? Math.round((price * opening.total) / opening.subtotal) : price;
}
