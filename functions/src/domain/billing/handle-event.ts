import type { Stripe } from 'stripe';
import type { Services } from '../../services/services.ts';
import { stripeEvents } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { applyAccountSoon } from './apply-account-soon.ts';
import { applyCreditPayment } from './apply-credit-payment.ts';
import { accountOfCustomer } from './customer.ts';
import { tellAboutPayment } from './payment-mail.ts';

const keepMillis = 40 * 86_400_000;

/** Events after which the account is compared with the provider. Others of the same objects change no plan. */
const ofAccounts = new Set<string>([
  'customer.updated',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.updated',
  'invoice.finalization_failed',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_attempt_required',
  'invoice.payment_failed',
  'invoice.payment_succeeded',
  'invoice.voided',
  'payment_method.attached',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'payment_method.updated',
  'setup_intent.succeeded',
] satisfies Stripe.Event['type'][]);

/** Events after which only the payment for credits is checked. */
const ofPayments = new Set<string>([
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'charge.refund.updated',
  'charge.refunded',
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'payment_intent.created',
  'payment_intent.partially_funded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
  'refund.failed',
  'refund.updated',
] satisfies Stripe.Event['type'][]);

/** @param type the provider's name of the event; other types are ignored */
export function concernsAccount(type: string): boolean {
  return ofAccounts.has(type) || ofPayments.has(type);
}

/**
 * Uses an event only as a hint where to look: its content is not trusted. A repeated event has no effect.
 * @returns whether it was new
 */
export async function handleEvent(services: Services, event: Stripe.Event): Promise<boolean> {
  if ((await services.store.stripeEvents.get(event.id))?.data.state === 'done') return false;
  const now = services.clock();
  const facts = { type: event.type, receivedAt: Timestamp.fromMillis(now), expiresAt: Timestamp.fromMillis(now + keepMillis) };
  await services.store.commit([stripeEvents.set(event.id, { ...facts, state: 'received' })]);
  if (concernsAccount(event.type)) await converge(services, event);
  await services.store.commit([stripeEvents.update(event.id, { state: 'done' })]);
  return true;
}

async function converge(services: Services, { type, data }: Stripe.Event): Promise<void> {
  // Every resource of these events has some of these.
  const object = data.object as { id?: unknown; object?: unknown; customer?: unknown; payment_intent?: unknown };
  const payment = object.object === 'payment_intent' ? object.id : object.payment_intent;
  if (typeof payment === 'string') await applyCreditPayment(services, payment);
  const customer = object.object === 'customer' ? object.id : object.customer;
  const tenantId = typeof customer === 'string' ? await accountOfCustomer(services, customer) : null;
  if (tenantId === null || ofPayments.has(type)) return;
  await applyAccountSoon(services, tenantId);
  if (type === 'invoice.payment_failed' && typeof object.id === 'string') await tellAboutPayment(services, tenantId, object.id);
}
