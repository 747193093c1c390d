import type { Stripe } from 'stripe';
import type { Services } from '../../services/services.ts';
import { stripeEvents } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { applyAccountSoon } from './apply-account-soon.ts';
import { applyCreditPayment } from './apply-credit-payment.ts';
import { accountOfCustomer } from './customer.ts';
import { tellAboutPayment } from './payment-mail.ts';

const keepMillis = 40 * 86_400_000;

/** Events that concern an account; the others are taken and forgotten. */
const concerns =
  /^(customer\.(subscription\.|updated)|invoice\.(paid|payment_|finalization_failed|voided)|payment_method\.|setup_intent\.succeeded|payment_intent\.|charge\.(refunded|refund\.updated|dispute\.)|refund\.(updated|failed))/;

/** Whether an event says something about an account. @param type as the provider names it */
export function concernsAccount(type: string): boolean {
  return concerns.test(type);
}

/**
 * What an event tells is not believed: it only says where to look. An event that comes again changes nothing.
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
  // Every resource that `concerns` lets through has some of these.
  const object = data.object as { id?: unknown; object?: unknown; customer?: unknown; payment_intent?: unknown };
  const payment = object.object === 'payment_intent' ? object.id : object.payment_intent;
  if (typeof payment === 'string') await applyCreditPayment(services, payment);
  const customer = object.object === 'customer' ? object.id : object.customer;
  const tenantId = typeof customer === 'string' ? await accountOfCustomer(services, customer) : null;
  if (tenantId === null || /^(payment_intent|charge|refund)\./.test(type)) return; // of the payment alone
  await applyAccountSoon(services, tenantId);
  if (type === 'invoice.payment_failed' && typeof object.id === 'string') await tellAboutPayment(services, tenantId, object.id);
}
