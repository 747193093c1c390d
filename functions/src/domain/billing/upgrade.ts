import type { PremiumUpgrade, UpgradeAnswer } from '@bedplate/contract';
import type { Stripe } from 'stripe';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import type { ProductDocument } from '../../store/documents/documents.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf } from '../callers/member-of.ts';
import { cardRefusal } from './card-refusal.ts';
import { changePlan } from './change-plan.ts';
import { customerOf, readBilling, subscriptionsOf } from './customer.ts';
import { endUnpaid } from './end-unpaid.ts';
import { awakened, grantPlan, yieldGrant } from './grant-plan.ts';
import { isForSale } from './list-products.ts';
import { oneAtATime } from './operation-lock.ts';
import { currentOf, productOf } from './plan-state.ts';
import { subscribe } from './subscribe.ts';
import { active, type UpgradeFacts } from './upgrade-facts.ts';

/**
 * Buys a plan, or changes to another one. @returns `active`, or the data with which the browser asks the holder to confirm
 * @throws {ApiError} payment-failed when the card is refused; no order remains
 */
export function upgrade(services: Services, caller: Caller, order: PremiumUpgrade): Promise<UpgradeAnswer> {
  const { tenantId } = accountOf(caller);
  return oneAtATime(services, {
    tenantId,
    operation: 'upgrade',
    work: async () => {
      const product = await planForSale(services, order.productId);
      if (product.price === 0) return takeFreePlan(services, tenantId, order.productId);
      const { subscriptionId, grantedProductId } = await readBilling(services, tenantId);
      if (order.paymentMethodId === undefined && !subscriptionId) required(null);
      const customer = await customerOf(services, tenantId, { name: caller.name, email: caller.email });
      const subscriptions = await subscriptionsOf(services, customer);
      const found = currentOf(subscriptions);
      if (found?.status === 'incomplete') await endUnpaid(services, found.id);
      const current = found?.status === 'incomplete' ? null : found;
      const onFile = cardOf(current);
      const card = { id: order.paymentMethodId ?? required(onFile), stays: current ? 'plan' : 'freeTier' } as const;
      // The plan beneath a given one, when it is ordered, takes its place at once (below).
      if (current && !grantedProductId && isSettled(current, order)) return active();
      if (card.id !== onFile) await attach(services, customer, card);
      const attempt = `up:${tenantId}:${order.productId}:${card.id}:${order.discountCode ?? ''}:${subscriptions.length}${tryOf(services, order)}`;
      const facts = { tenantId, customer, caller, order, product, card, attempt };
      const answer = await awakened(services, tenantId, () =>
        current ? changePlan(services, facts, current) : subscribe(services, facts),
      );
      // A paid plan takes the place of a given one at once.
      if (answer.status === 'active') await grantPlan(services, { tenantId, grant: { productId: null } });
      else await yieldGrant(services, tenantId, order.productId);
      return answer;
    },
  });
}

/** @throws {ApiError} invalid-argument for a product that nobody can buy */
export async function planForSale(services: Services, productId: string): Promise<ProductDocument> {
  const product = (await services.store.products.get(productId))?.data;
  if (product && isForSale(product)) return product;
  const message = say('planNotForSale');
  throw new ApiError('invalid-argument', message, { field: 'productId' });
}

function cardOf(current: Stripe.Subscription | null): string | null {
  const card = current?.default_payment_method ?? null;
  return typeof card === 'string' ? card : (card?.id ?? null);
}

/** @throws {ApiError} invalid-argument: a plan with a price needs a card, unless one is on file */
function required(onFile: string | null): string {
  if (onFile !== null) return onFile;
  throw new ApiError('invalid-argument', say('paymentMethodMissing'), { field: 'paymentMethodId' });
}

/** The card on file stays the same with every try; a minute later it is another one, which is not answered with the old refusal. */
function tryOf({ clock }: Services, { paymentMethodId }: PremiumUpgrade): string {
  return paymentMethodId === undefined ? `:${Math.floor(clock() / 60_000)}` : '';
}

/** The same order again, as by a double click: it has been done. @throws {ApiError} conflict for a plan that is there since longer */
function isSettled(current: Stripe.Subscription, { productId, paymentMethodId }: PremiumUpgrade): boolean {
  if (productOf(current) !== productId || current.cancel_at_period_end || current.status === 'past_due') return false;
  if (paymentMethodId !== undefined && current.default_payment_method === paymentMethodId) return true;
  throw new ApiError('conflict', say('planHeld'));
}

async function attach(services: Services, customer: string, { id, stays }: UpgradeFacts['card']): Promise<void> {
  await services.stripe.paymentMethods.attach(id, { customer }).catch((error: unknown) => {
    throw cardRefusal(error, stays);
  });
}

/** Takes the free plan. A first payment that waits for the bank ends: paid later, its plan would be hidden by this one. */
async function takeFreePlan(services: Services, tenantId: string, productId: string): Promise<UpgradeAnswer> {
  const { customerId } = await readBilling(services, tenantId);
  const found = currentOf(await subscriptionsOf(services, customerId));
  if (found?.status === 'incomplete') await endUnpaid(services, found.id);
  else if (found) throw new ApiError('conflict', say('paidPlanFirst'));
  await grantPlan(services, { tenantId, grant: { productId } });
  return active();
}
