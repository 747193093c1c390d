import { creditsPerDollar } from '@bedplate/contract';
import type { Stripe } from 'stripe';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { billingOps } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf } from '../callers/member-of.ts';
import { applyCreditPayment } from './apply-credit-payment.ts';
import { authenticationMissing, cardRefusal, needsHolder } from './card-refusal.ts';
import { readBilling } from './customer.ts';
import { oneAtATime } from './operation-lock.ts';

/** A second order of the same amount within this time is a double click. */
const doubleClickMillis = 10_000;

/**
 * Buys credits with the card on file. @param key names the dialog in which the person pressed the button; the same key charges once
 * @throws {ApiError} conflict without an active subscription, payment-failed when the card is refused or its holder is needed
 */
export function purchaseCredits(
  services: Services,
  { caller, amount, key }: { caller: Caller; amount: number; key?: string | undefined },
): Promise<{ credits: number }> {
  const { tenantId } = accountOf(caller);
  const credits = amount * creditsPerDollar;
  return oneAtATime(services, {
    tenantId,
    operation: 'credits',
    work: async () => {
      const { customerId, subscriptionId, status } = await readBilling(services, tenantId);
      if (status !== 'subscribed' || !customerId || !subscriptionId) throw new ApiError('conflict', say('notSubscribed'));
      if (!key && (await isDoubleClick(services, tenantId, amount))) return { credits };
      const card = await cardOnFile(services, subscriptionId);
      const intent = await services.stripe.paymentIntents
        .create(
          {
            amount: amount * 100,
            currency: 'usd',
            customer: customerId,
            payment_method: card,
            off_session: true,
            confirm: true,
            allowed_payment_method_types: ['card'],
            description: `${credits} API credits`,
            metadata: { kind: 'credits', tenantId, credits: String(credits), env: services.config.projectId },
          },
          { idempotencyKey: `credits:${tenantId}:${key ?? services.makeId().id}` },
        )
        .catch((error: unknown) => {
          throw needsHolder(error) ? authenticationMissing() : cardRefusal(error, null);
        });
      if (intent.status !== 'succeeded') throw await withoutHolder(services, intent);
      await remember(services, { tenantId, amount, paymentId: intent.id });
      await applyCreditPayment(services, intent.id);
      return { credits };
    },
  });
}

async function isDoubleClick(services: Services, tenantId: string, amount: number): Promise<boolean> {
  const last = (await services.store.billingOps.get(tenantId))?.data.lastPurchase;
  return last?.amount === amount && services.clock() - last.at.toMillis() < doubleClickMillis;
}

async function remember(
  services: Services,
  { tenantId, amount, paymentId }: { tenantId: string; amount: number; paymentId: string },
): Promise<void> {
  const lastPurchase = { amount, at: Timestamp.fromMillis(services.clock()), paymentId };
  await services.store.commit([billingOps.merge(tenantId, { lastPurchase })]);
}

async function cardOnFile(services: Services, subscriptionId: string): Promise<string> {
  const { default_payment_method: card } = await services.stripe.subscriptions.retrieve(subscriptionId);
  const id = typeof card === 'string' ? card : card?.id;
  if (!id) throw new ApiError('payment-failed', say('cardNone'));
  return id;
}

/** Cancels a payment whose holder is absent, so that it cannot be paid later. */
async function withoutHolder(services: Services, { id }: Stripe.PaymentIntent): Promise<ApiError> {
  await services.stripe.paymentIntents.cancel(id);
  return authenticationMissing();
}
