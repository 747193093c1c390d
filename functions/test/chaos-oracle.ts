import { freeUsageLimit, graceDays } from '@bedplate/contract';
import type { Stripe } from 'stripe';
import { expect } from 'vitest';
import type { BillingWorld } from './billing-world.ts';
import type { ChaosAccount, ChaosOffer } from './chaos-actions.ts';
import { databaseOf } from './data-services.ts';

const day = 86_400;

/** Compares the database with the provider's own objects, without the product's code. */
export async function compareWithProvider(world: BillingWorld, offer: ChaosOffer, { caller, story }: ChaosAccount): Promise<void> {
  const { state } = world.provider;
  const [billing, tenant] = [await world.billing(caller), await world.tenant(caller)];
  const why = `${caller.name}: ${story.join('; ')}`; // what a failure prints
  const own = <T extends { customer: unknown }>(rows: T[]) =>
    rows.filter(({ customer }) => customer !== null && customer === billing?.customerId);
  const live = own(state.subscriptions.all()).filter(({ status }) => ['active', 'past_due', 'trialing'].includes(status));
  const now = live.length > 1 ? null : expectedPlan(live[0], offer, state.now());
  const paid = own(state.paymentIntents.all()).filter(({ metadata, status }) => metadata.kind === 'credits' && status === 'succeeded');
  const granted = paid.reduce((sum, payment) => sum + kept(world, payment), 0);
  const ledger = await databaseOf(world.services.store).collection('creditLedger').where('tenantId', '==', caller.tenantId).get();
  expect({
    story: why,
    plan: tenant.plan,
    subscription: tenant.stripeSubscriptionId ?? null,
    card: live[0] ? tenant.paymentMethod?.last4 : undefined,
    credits: tenant.extraCredits ?? 0,
    ledger: ledger.docs.reduce((sum, row) => sum + Number(row.get('credits')), 0),
  }).toEqual({
    story: why,
    plan: now,
    subscription: now?.isActive ? (live[0]?.id ?? null) : null,
    card: live[0] && last4Of(world, live[0]),
    credits: granted,
    ledger: granted,
  });
}

/** Credits of a payment, less those that went back with its money. */
function kept(world: BillingWorld, { amount, latest_charge: charge, metadata }: Stripe.PaymentIntent): number {
  const credits = Number(metadata.credits);
  const back = world.provider.state.charges.find(String(charge))?.amount_refunded ?? 0;
  return credits - Math.round((credits * back) / amount);
}

/** No use of a code is lost and none is counted twice: what is left and who has one make up what there was. */
export async function compareCodes(world: BillingWorld, { code }: ChaosOffer, uses: number): Promise<void> {
  const [left, rows] = await Promise.all([
    databaseOf(world.services.store).doc(`discounts/${code}`).get(),
    databaseOf(world.services.store).collection('usedDiscounts').get(),
  ]);
  expect(Number(left.get('number_of_use')) + rows.size).toBe(uses);
  const redeemed = world.provider.state.invoices
    .all()
    .filter(
      ({ status, billing_reason: reason, discounts }) => status === 'paid' && reason === 'subscription_create' && discounts.length > 0,
    );
  expect(rows.docs.filter((row) => row.get('state') === 'used')).toHaveLength(redeemed.length);
}

function expectedPlan(
  subscription: Stripe.Subscription | undefined,
  { plans }: ChaosOffer,
  now: number,
): { isActive: boolean } & Record<string, unknown> {
  const free = { tier: 'free', usageLimit: freeUsageLimit, status: 'none', isActive: false, product: null, expiresAt: null };
  const [item] = subscription?.items.data ?? [];
  if (!subscription || !item) return free;
  if (subscription.status === 'past_due' && now >= item.current_period_start + graceDays * day) return free;
  const { keptProductId, keptUntil } = subscription.metadata;
  const productId = keptProductId && keptUntil === String(item.current_period_end) ? keptProductId : item.price.metadata.productId;
  const plan = plans.find(({ id }) => id === productId);
  return {
    tier: plan?.tier,
    usageLimit: plan?.usageLimit,
    status: subscription.cancel_at_period_end && subscription.status !== 'past_due' ? 'cancelled' : 'subscribed',
    isActive: true,
    product: plan?.name,
    expiresAt: expect.toSatisfy((at: { toMillis(): number }) => at.toMillis() === item.current_period_end * 1000),
  };
}

function last4Of(world: BillingWorld, { default_payment_method: own, customer }: Stripe.Subscription): string | undefined {
  const { state } = world.provider;
  const card = own ?? state.customers.get(String(customer)).invoice_settings.default_payment_method;
  return state.paymentMethods.find(String(card))?.card?.last4;
}
