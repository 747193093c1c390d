import { billingTexts, type CardChange } from '@bedplate/contract';
import type { Stripe } from 'stripe';
import { notFound } from '../../errors/api-error.ts';
import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf } from '../callers/member-of.ts';
import { applyAccount } from './apply-account.ts';
import { cardRefusal } from './card-refusal.ts';
import { readBilling } from './customer.ts';
import { oneAtATime } from './operation-lock.ts';

interface CardAnswer {
  message: string;
  requiresAction?: true;
  clientSecret?: string | null;
}

/**
 * Sets the card for the next payments. If its bank wants a confirmation, the browser confirms with
 * `clientSecret` and repeats the call. An open invoice is charged to the new card.
 * @throws {ApiError} not-found for another account's subscription, payment-failed for a refused card
 */
export function changeCard(services: Services, caller: Caller, { paymentMethodId, subscriptionId }: CardChange): Promise<CardAnswer> {
  const { tenantId } = accountOf(caller);
  return oneAtATime(services, {
    tenantId,
    operation: 'card',
    work: async () => {
      const { customerId, subscriptionId: own } = await readBilling(services, tenantId);
      if (!customerId || own !== subscriptionId) throw notFound('Subscription');
      const before = await services.stripe.subscriptions.retrieve(subscriptionId);
      if (before.ended_at !== null) {
        await applyAccount(services, tenantId);
        throw notFound('Subscription');
      }
      const intent = await setUp(services, customerId, paymentMethodId);
      if (intent.status !== 'succeeded') {
        return { message: billingTexts.actionRequired, requiresAction: true, clientSecret: intent.client_secret };
      }
      await services.stripe.subscriptions.update(subscriptionId, { default_payment_method: paymentMethodId });
      await services.stripe.customers.update(customerId, { invoice_settings: { default_payment_method: paymentMethodId } });
      await forgetCard(services, before.default_payment_method, paymentMethodId);
      await payOpenInvoice(services, before, paymentMethodId);
      await applyAccount(services, tenantId);
      return { message: billingTexts.cardChanged };
    },
  });
}

/** Whether the card is attached: the browser has then confirmed it, and no second confirmation is needed. */
async function setUp(services: Services, customer: string, card: string): Promise<Stripe.SetupIntent> {
  return services.stripe.setupIntents
    .create(
      { customer, payment_method: card, usage: 'off_session', confirm: true, allowed_payment_method_types: ['card'], use_stripe_sdk: true },
      {},
    )
    .catch((error: unknown) => {
      throw cardRefusal(error, null);
    });
}

async function forgetCard(services: Services, card: Stripe.Subscription['default_payment_method'], kept: string): Promise<void> {
  const id = typeof card === 'string' ? card : card?.id;
  if (!id || id === kept) return;
  await services.stripe.paymentMethods.detach(id).catch((error: unknown) => log.warn('billing.card-kept', {}, error));
}

async function payOpenInvoice(services: Services, { latest_invoice: latest, status }: Stripe.Subscription, card: string): Promise<void> {
  if (status !== 'past_due' || !latest) return;
  const id = typeof latest === 'string' ? latest : latest.id;
  // After a refusal the payment issue remains; the card itself was changed.
  await services.stripe.invoices.pay(id, { payment_method: card }).catch((error: unknown) => void cardRefusal(error, null));
}
