import type { UpgradeAnswer } from '@bedplate/contract';
import type { Stripe } from 'stripe';
import type { Services } from '../../services/services.ts';
import { bindDiscount, releaseDiscount, reserveDiscount } from './reserve-discount.ts';
import { applyAccount } from './apply-account.ts';
import { cardRefusal } from './card-refusal.ts';
import { intentId, secretOf } from './payment-secret.ts';
import { actionRequired, active, type UpgradeFacts } from './upgrade-facts.ts';

/** The first plan of an account. */
export async function subscribe(services: Services, facts: UpgradeFacts): Promise<UpgradeAnswer> {
  const { order, tenantId, caller } = facts;
  const { discountCode } = order;
  const discount = discountCode ? await reserveDiscount(services, discountCode, { tenantId, uid: caller.uid }) : null;
  try {
    const subscription = await create(services, facts, discount?.promotionCodeId ?? null);
    if (discountCode) await bindDiscount(services, { code: discountCode, tenantId, subscriptionId: subscription.id });
    return await pay(services, facts, subscription);
  } catch (error) {
    if (discountCode) await releaseDiscount(services, { code: discountCode, tenantId, subscriptionId: null });
    throw cardRefusal(error, facts.card.stays);
  }
}

function create(services: Services, { customer, tenantId, product, order, card, attempt }: UpgradeFacts, promotionCode: string | null) {
  return services.stripe.subscriptions.create(
    {
      customer,
      items: [{ price: product.stripePriceId ?? '' }],
      default_payment_method: card.id,
      payment_behavior: 'default_incomplete',
      payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
      ...(promotionCode ? { discounts: [{ promotion_code: promotionCode }] } : {}),
      metadata: { tenantId, env: services.config.projectId, ...(order.discountCode ? { discountCode: order.discountCode } : {}) },
      expand: ['latest_invoice.confirmation_secret'],
    },
    { idempotencyKey: `${attempt}:create` },
  );
}

async function pay(
  services: Services,
  { card, customer, tenantId, attempt }: UpgradeFacts,
  subscription: Stripe.Subscription,
): Promise<UpgradeAnswer> {
  const secret = secretOf(subscription);
  if (secret) {
    const intent = await services.stripe.paymentIntents
      .confirm(intentId(secret), { payment_method: card.id, use_stripe_sdk: true }, { idempotencyKey: `${attempt}:confirm` })
      .catch(async (error: unknown) => {
        const refusal = cardRefusal(error, card.stays);
        // A refused order must not be paid later. Without an answer, the next look finds the outcome.
        if (refusal.code === 'payment-failed') {
          await services.stripe.subscriptions.cancel(subscription.id);
          await applyAccount(services, tenantId);
        }
        throw refusal;
      });
    if (intent.status !== 'succeeded') return actionRequired(intent.client_secret);
  }
  await services.stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.id } });
  return active();
}
