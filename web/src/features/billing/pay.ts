import { type UpgradeAnswer } from '@bedplate/contract';
import { CardElement } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { orderPlan, sendCard, takeUpPayment, tellConfirmed } from './billing-queries.ts';
import { answerOf, t, textOf } from '../../texts/index.ts';

/** A payment that did not come about; the message is for the person. */
class PaymentFailure extends Error {
  override readonly name = 'PaymentFailure';
}

interface Provider {
  stripe: Stripe | null;
  elements: StripeElements | null;
}

/** Buys a plan with the card in the form; the bank may ask its holder in between. @throws {PaymentFailure} */
export async function subscribe(provider: Provider, order: { productId: string; discountCode?: string }): Promise<void> {
  const { stripe, paymentMethodId } = await enteredCard(provider);
  await finish(stripe, await orderPlan({ ...order, paymentMethodId }));
}

/** Changes to another plan with the card on file. @throws {PaymentFailure} */
export async function changePlan(stripe: Stripe | null, productId: string): Promise<void> {
  if (!stripe) throw new PaymentFailure(t('message.stripeMissing'));
  await finish(stripe, await orderPlan({ productId }));
}

async function finish(stripe: Stripe, given: UpgradeAnswer | undefined): Promise<void> {
  const answer = understood(given);
  if (!answer.requiresAction) return;
  if (!answer.clientSecret) throw new PaymentFailure(t('message.invalidResponse'));
  await askBank(stripe, answer.clientSecret);
}

/** Takes a free plan, which needs no card. @throws {PaymentFailure} */
export async function takeFreePlan(productId: string): Promise<void> {
  understood(await orderPlan({ productId }));
}

function understood(answer: UpgradeAnswer | undefined): UpgradeAnswer {
  if (!answer || typeof answer.success !== 'boolean' || (!answer.requiresAction && answer.status !== 'active')) {
    throw new PaymentFailure(t('message.invalidResponse'));
  }
  return answer;
}

/** Takes up a payment that was left before the bank had confirmed it. @throws {PaymentFailure} */
export async function confirmPending(stripe: Stripe | null): Promise<void> {
  if (!stripe) throw new PaymentFailure(t('message.stripeMissing'));
  const { clientSecret } = await takeUpPayment();
  if (!clientSecret) throw new PaymentFailure(t('message.invalidResponse'));
  await askBank(stripe, clientSecret);
}

async function askBank(stripe: Stripe, clientSecret: string): Promise<void> {
  const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret);
  if (error) throw new PaymentFailure(error.message ?? t('message.differentCard'));
  if (paymentIntent.status !== 'succeeded') throw new PaymentFailure(t('message.unexpectedStatus'));
  // The webhook activates the plan as well; this saves waiting for it.
  await tellConfirmed().catch((cause: unknown) => console.warn('The plan follows in a moment.', cause));
}

/** Puts the card in the form in place of the one on file. @returns the server's message @throws {PaymentFailure} */
export async function replaceCard(provider: Provider, subscriptionId: string): Promise<string> {
  const { stripe, paymentMethodId } = await enteredCard(provider);
  let answer = await sendCard(paymentMethodId, subscriptionId);
  if (answer.requiresAction && answer.clientSecret) {
    const { error, setupIntent } = await stripe.confirmCardSetup(answer.clientSecret);
    if (error) throw new PaymentFailure(error.message ?? t('message.cardChangeFailed'));
    if (setupIntent.status !== 'succeeded') throw new PaymentFailure(t('message.unexpectedStatus'));
    answer = await sendCard(paymentMethodId, subscriptionId);
  }
  return answerOf('message.cardChanged', answer);
}

async function enteredCard({ stripe, elements }: Provider): Promise<{ stripe: Stripe; paymentMethodId: string }> {
  if (!stripe || !elements) throw new PaymentFailure(t('message.stripeMissing'));
  const card = elements.getElement(CardElement);
  if (!card) throw new PaymentFailure(t('message.cardMissing'));
  const { error, paymentMethod } = await stripe.createPaymentMethod({ type: 'card', card });
  if (error) throw new PaymentFailure(error.message ?? t('message.unexpectedError'));
  return { stripe, paymentMethodId: paymentMethod.id };
}

/** Why a payment did not come about. */
export interface Failure {
  message: string;
  /** The account had no plan before and has none now. */
  keepsFreeTier: boolean;
  /** The words of the bank or the server on the card, beside the sentence of the free tier. */
  reason: string | null;
}

const ofFreeTier = 'Your free tier remains active.';

/** A failed payment as the form of a plan shows it. The page's language changes nothing of its meaning. */
export function failureOf(error: unknown): Failure {
  const message = failureText(error);
  const said = error instanceof ApiError ? (error.serverMessage ?? '') : '';
  if (!said.toLowerCase().includes('free tier remains active')) return { message, keepsFreeTier: false, reason: null };
  const key = (error instanceof ApiError && error.text?.key) || '';
  const reason = textOf(`message.${key.replace('.freeTier', '')}`, said.replace(ofFreeTier, '').trim());
  return { message, keepsFreeTier: true, reason: reason || null };
}

/** The text to show for a failed payment; `fallback` when no server has sent one. */
export function failureText(error: unknown, fallback: string = t('message.unexpectedError')): string {
  if (error instanceof PaymentFailure) return error.message;
  return messageOf(error, fallback, fallback);
}
