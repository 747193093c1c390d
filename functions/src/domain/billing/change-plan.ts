import type { UpgradeAnswer } from '@bedplate/contract';
import type { Stripe } from 'stripe';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import type { ProductDocument } from '../../store/documents/documents.ts';
import { cardRefusal, declined } from './card-refusal.ts';
import { productOf } from './plan-state.ts';
import { intentId, secretOf } from './payment-secret.ts';
import { actionRequired, active, type UpgradeFacts } from './upgrade-facts.ts';

/**
 * A larger plan begins at once and the difference is paid now; a smaller one begins after the paid
 * period. Choosing the current plan undoes a cancellation or a pending change; a larger one undoes a
 * cancellation once paid. A failed renewal is paid first. A promo code is for the first payment only.
 */
export async function changePlan(services: Services, facts: UpgradeFacts, found: Stripe.Subscription): Promise<UpgradeAnswer> {
  const { order, product, card } = facts;
  if (order.discountCode) throw new ApiError('invalid-argument', say('codeForFirst'));
  await forgetPending(services, found);
  const current = found.status === 'past_due' ? await payOverdue(services, facts, found.id) : found;
  const { item, price, isKept, present, presentPrice, isPresent, waits } = await changeTo(services, {
    current,
    productId: order.productId,
    product,
  });
  if (waits) {
    const next = isPresent ? presentPrice.id : price;
    await services.stripe.subscriptions.update(current.id, {
      default_payment_method: card.id,
      cancel_at_period_end: false,
      // A price that is no longer sold can be kept, but not set.
      ...(next === item.price.id ? {} : itemAt(item, next)),
      metadata: isPresent ? nothingKept : { keptProductId: present ?? '', keptUntil: String(item.current_period_end), resumesWith: '' },
    });
    return active();
  }
  await services.stripe.subscriptions.update(current.id, {
    default_payment_method: card.id,
    // The difference is to the paid plan, not to a smaller one that has not begun.
    ...(isKept ? itemAt(item, presentPrice.id) : {}),
    metadata: { ...nothingKept, resumesWith: current.cancel_at_period_end ? order.productId : '' },
  });
  try {
    return await payDifference(services, { facts, current, item: { id: item.id, price } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payment-failed') await putBack(services, current, isKept ? item : null);
    throw error;
  }
}

/** Decides what a change to another plan means: `waits` for the end of the paid period, or begins at once. */
export async function changeTo(
  services: Services,
  { current, productId, product }: { current: Stripe.Subscription; productId: string; product: ProductDocument },
) {
  const [item] = current.items.data;
  const price = product.stripePriceId;
  if (!item || !price) throw new Error(`Subscription ${current.id} has no item, or the plan no price.`);
  const { keptProductId = '', keptUntil = '' } = current.metadata;
  const isKept = keptProductId !== '' && Number(keptUntil) === item.current_period_end;
  const present = isKept ? keptProductId : productOf(current);
  const presentPrice = isKept ? await services.stripe.prices.retrieve(await priceOf(services, keptProductId)) : item.price;
  const isPresent = productId === present;
  return { item, price, isKept, present, presentPrice, isPresent, waits: isPresent || isSmaller(presentPrice, product) };
}

const nothingKept = { keptProductId: '', keptUntil: '', resumesWith: '' };

const itemAt = ({ id }: Stripe.SubscriptionItem, price: string) => ({ items: [{ id, price }], proration_behavior: 'none' as const });

/** Restores the card and the pending smaller plan after a refusal. */
async function putBack(services: Services, before: Stripe.Subscription, item: Stripe.SubscriptionItem | null): Promise<void> {
  const { default_payment_method: card, metadata } = before;
  await services.stripe.subscriptions.update(before.id, {
    ...(typeof card === 'string' ? { default_payment_method: card } : {}),
    ...(item ? itemAt(item, item.price.id) : {}),
    metadata: { ...nothingKept, ...metadata, resumesWith: '' },
  });
}

async function payDifference(
  services: Services,
  { facts: { card, attempt }, current, item }: { facts: UpgradeFacts; current: Stripe.Subscription; item: { id: string; price: string } },
): Promise<UpgradeAnswer> {
  const changed = await services.stripe.subscriptions
    .update(
      current.id,
      {
        items: [item],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        expand: ['latest_invoice.confirmation_secret'],
      },
      { idempotencyKey: `${attempt}:change:${current.latest_invoice as string}` },
    )
    .catch((error: unknown) => {
      throw cardRefusal(error, card.stays);
    });
  if (!changed.pending_update) return active();
  const secret = secretOf(changed);
  const intent = secret ? await services.stripe.paymentIntents.retrieve(intentId(secret)) : null;
  if (intent?.status === 'requires_action') return actionRequired(intent.client_secret);
  await forgetPending(services, changed);
  throw new ApiError('payment-failed', declined(intent?.last_payment_error?.message, 'plan'));
}

/**
 * Pays an open renewal with the new card: the price of a larger plan is the difference to a paid one.
 * @throws {ApiError} payment-failed when it is refused
 */
async function payOverdue({ stripe }: Services, { card }: UpgradeFacts, subscription: string): Promise<Stripe.Subscription> {
  for await (const { id } of stripe.invoices.list({ subscription, status: 'open', limit: 100 })) {
    await stripe.invoices.pay(id, { payment_method: card.id }).catch((error: unknown) => {
      throw cardRefusal(error, card.stays);
    });
  }
  return stripe.subscriptions.retrieve(subscription);
}

/** Undoes an older change that was never paid. */
export async function forgetPending(services: Services, subscription: Stripe.Subscription): Promise<void> {
  if (!subscription.pending_update || !subscription.latest_invoice) return;
  const { latest_invoice: invoice } = subscription;
  await services.stripe.invoices.voidInvoice(typeof invoice === 'string' ? invoice : invoice.id);
}

/** Whether the plan is smaller with the same interval: the paid plan then lasts until its period ends. */
function isSmaller(present: Stripe.Price, wanted: UpgradeFacts['product']): boolean {
  return present.recurring?.interval === wanted.interval && Math.round(wanted.price * 100) < (present.unit_amount ?? 0);
}

async function priceOf(services: Services, productId: string): Promise<string> {
  return (await services.store.products.get(productId))?.data.stripePriceId ?? '';
}
