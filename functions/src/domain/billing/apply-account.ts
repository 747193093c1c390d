import { freeUsageLimit, Tier } from '@bedplate/contract';
import type { Stripe } from 'stripe';
import { log } from '../../config/log.ts';
import type { Services } from '../../services/services.ts';
import { billing, subscriptions, tenants } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { BillingDocument, CardSummary } from '../../store/documents/billing-documents.ts';
import type { ProductDocument, TenantDocument } from '../../store/documents/documents.ts';
import { releaseDiscount, spendDiscount } from './reserve-discount.ts';
import { byId } from '../../store/by-id.ts';
import { searchFields } from '../search-text/search-fields.ts';
import { emptyBilling } from './customer.ts';
import { endDeleted } from './end-deleted.ts';
import { followAccount } from './pause-collection.ts';
import { giftRow, giftRowId } from './gift-row.ts';
import { currentOf, noPlan, type PlanState, planState, productOf } from './plan-state.ts';
import { resumePaid } from './resume-paid.ts';
import { subscriptionTexts } from './subscription-texts.ts';

export interface Look {
  customerId: string | null;
  subscriptions: Stripe.Subscription[];
  card: CardSummary | null;
}

/**
 * Copies the payment provider's state to the account; plans change in no other way. Events, calls, the
 * nightly job and the waiting console all use it, so their order and number do not matter.
 * Decision 013.
 * @returns whether the account changed
 */
export async function applyAccount(services: Services, tenantId: string): Promise<boolean> {
  const now = Timestamp.fromMillis(services.clock());
  const { look: number, customerId } = await services.store.transaction(async (tx) => {
    const stored = (await tx.billing.get(tenantId))?.data ?? emptyBilling(tenantId, now);
    tx.write(billing.set(tenantId, { ...stored, looks: stored.looks + 1 }));
    return { look: stored.looks + 1, customerId: stored.customerId };
  });
  const look = await lookAt(services, tenantId, customerId);
  const changed = await write(services, tenantId, { ...look, number });
  await settleDiscounts(services, tenantId, look.subscriptions);
  return changed;
}

async function lookAt(services: Services, tenantId: string, customerId: string | null): Promise<Look> {
  if (!customerId) return { customerId, subscriptions: [], card: null };
  const [list, customer] = await Promise.all([
    services.stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100, expand: ['data.default_payment_method'] }),
    services.stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] }),
  ]);
  const current = currentOf(list.data);
  const isSettled =
    !(await resumePaid(services, current)) && !(await endDeleted(services, current)) && !(await followAccount(services, tenantId, current));
  if (!isSettled) return lookAt(services, tenantId, customerId);
  const own = current?.default_payment_method ?? (customer.deleted ? null : customer.invoice_settings.default_payment_method);
  return { customerId, subscriptions: list.data, card: typeof own === 'object' ? summaryOf(own) : null };
}

export function summaryOf(method: Stripe.PaymentMethod | null): CardSummary | null {
  if (!method?.card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  return { brand, last4, expMonth, expYear };
}

async function write(services: Services, tenantId: string, look: Look & { number: number }): Promise<boolean> {
  const current = currentOf(look.subscriptions);
  const state = planState(current, services.clock());
  return services.store.transaction(async (tx) => {
    const [stored, tenant] = await Promise.all([tx.billing.get(tenantId), tx.tenants.get(tenantId)]);
    const before = stored?.data;
    const account = tenant?.data;
    if (!before || !account || before.appliedLook >= look.number) return false;
    // A granted plan wins over a paid one, until the plan ordered in its place is paid.
    const isReplaced = state.isActive && state.productId === before.grantYieldsTo;
    const granted = isReplaced ? null : before.grantedProductId;
    const plan = granted ? { ...noPlan, status: 'subscribed' as const, isActive: true, productId: granted } : state;
    const listed = before.grantListed ?? null;
    const gift = granted ?? listed;
    const products = await byId(tx.products, [plan.productId, state.productId, gift]);
    const now = Timestamp.fromMillis(services.clock());
    const grant = { grantedProductId: granted, grantYieldsTo: isReplaced ? null : (before.grantYieldsTo ?? null) };
    const beneath = granted ? beneathOf(state) : null;
    const after = { ...billingOf(plan, { before, current, look: look.number, now }), ...grant, grantListed: granted, beneath };
    const subscriptionId = plan.isActive ? after.subscriptionId : null;
    const tenantChange = {
      plan: tenantPlan(plan, products.get(plan.productId ?? '')),
      stripeSubscriptionId: subscriptionId,
      paymentMethod: look.card,
    };
    const changed = differs(before, after) || !sameAccount(account, tenantChange);
    tx.write(billing.set(tenantId, after));
    if (!changed) return false;
    tx.write(tenants.update(tenantId, { ...tenantChange, updatedAt: now }));
    if (current) {
      const row = subscriptionRow(current, { account, tenantId, state, product: products.get(state.productId ?? ''), now });
      tx.write(subscriptions.merge(current.id, row));
    }
    for (const ended of look.subscriptions.filter(({ id }) => id !== current?.id)) {
      tx.write(subscriptions.merge(ended.id, { ...endedRow(ended, account, tenantId), updatedAt: now }));
    }
    if (gift && listed !== granted) {
      const row = giftRow({ account, tenantId, productId: gift, product: products.get(gift), isActive: granted !== null, now });
      tx.write(subscriptions.merge(giftRowId(tenantId), row));
    }
    if (plan.status !== before.status) log.info('billing.changed', { tenantId, from: before.status, to: plan.status });
    return true;
  });
}

interface Seen {
  before: BillingDocument;
  current: Stripe.Subscription | null;
  look: number;
  now: Timestamp;
}

function billingOf(plan: PlanState, { before, current, look, now }: Seen): BillingDocument {
  return {
    ...before,
    subscriptionId: current?.id ?? null,
    providerStatus: current?.status ?? null,
    status: plan.status,
    isActive: plan.isActive,
    productId: plan.productId,
    nextProductId: plan.nextProductId,
    periodEnd: momentOf(plan.periodEnd),
    paymentIssueSince: momentOf(plan.paymentIssueSince),
    checkAt: momentOf(plan.checkAt),
    isPaused: Boolean(current?.pause_collection),
    appliedLook: look,
    updatedAt: now,
  };
}

/** The paid plan that goes on under a given one. */
function beneathOf({ isActive, productId, periodEnd, status }: PlanState): BillingDocument['beneath'] {
  return isActive ? { productId, periodEnd: momentOf(periodEnd), ends: status === 'cancelled' } : null;
}

/** Grants the plan's tier; a missing or unknown tier grants the smallest paid one. */
function tenantPlan(plan: PlanState, product: ProductDocument | undefined): TenantDocument['plan'] {
  if (!plan.isActive || !product) {
    return {
      tier: 'free',
      usageLimit: freeUsageLimit,
      status: plan.isActive ? plan.status : 'none',
      isActive: false,
      product: null,
      expiresAt: null,
    };
  }
  return {
    tier: Tier.safeParse(product.tier).data ?? 'pro',
    usageLimit: product.usageLimit,
    status: plan.status,
    isActive: true,
    product: product.name,
    expiresAt: plan.periodEnd === null ? null : Timestamp.fromMillis(plan.periodEnd),
  };
}

interface Subscriber {
  account: TenantDocument;
  tenantId: string;
  state: PlanState;
  product: ProductDocument | undefined;
  now: Timestamp;
}

function subscriptionRow(subscription: Stripe.Subscription, { account, tenantId, state, product, now }: Subscriber) {
  return {
    ...endedRow(subscription, account, tenantId),
    productId: state.productId ?? productOf(subscription),
    productName: product?.name ?? null,
    ...searchFields(subscriptionTexts({ userName: account.ownerName, productName: product?.name ?? null, tier: product?.tier ?? null })),
    tier: product?.tier ?? null,
    usageLimit: product?.usageLimit ?? 0,
    paid: state.isActive && state.paymentIssueSince === null && subscription.pause_collection === null,
    isActive: state.isActive,
    subscriptionStatus: state.status,
    expiresAt: state.periodEnd === null ? null : Timestamp.fromMillis(state.periodEnd),
    updatedAt: now,
  };
}

function endedRow(subscription: Stripe.Subscription, account: TenantDocument, tenantId: string) {
  return {
    tenantId,
    userId: account.ownerUid,
    userName: account.ownerName,
    productId: productOf(subscription),
    currency: subscription.currency,
    isActive: false,
    subscriptionStatus: 'none' as const,
    stripeSubscriptionId: subscription.id,
    createdAt: Timestamp.fromMillis(subscription.created * 1000),
  };
}

const compared = ['subscriptionId', 'providerStatus', 'status', 'isActive', 'productId', 'nextProductId'] as const;
const comparedTimes = ['periodEnd', 'paymentIssueSince'] as const;

function differs(before: BillingDocument, after: BillingDocument): boolean {
  return (
    compared.some((field) => before[field] !== after[field]) ||
    comparedTimes.some((field) => before[field]?.toMillis() !== after[field]?.toMillis()) ||
    (before.isPaused ?? false) !== (after.isPaused ?? false) ||
    (before.grantListed ?? null) !== (after.grantListed ?? null) ||
    beneathText(before) !== beneathText(after)
  );
}

function beneathText({ beneath }: BillingDocument): string {
  return beneath ? JSON.stringify([beneath.productId, beneath.periodEnd?.toMillis(), beneath.ends]) : '';
}

function sameAccount(account: TenantDocument, change: Pick<TenantDocument, 'plan' | 'stripeSubscriptionId' | 'paymentMethod'>): boolean {
  return textOf(account) === textOf(change);
}

/** Counts a code as used once its subscription is active, and frees it when that never happens. */
async function settleDiscounts(services: Services, tenantId: string, subscriptions: readonly Stripe.Subscription[]): Promise<void> {
  for (const { id, status, metadata } of subscriptions) {
    if (!metadata.discountCode) continue;
    const use = { code: metadata.discountCode, tenantId, subscriptionId: id };
    if (status === 'active' || status === 'past_due') await spendDiscount(services, use);
    else if (status === 'incomplete_expired' || status === 'canceled') await releaseDiscount(services, use);
  }
}

function textOf({
  plan,
  stripeSubscriptionId,
  paymentMethod,
}: Pick<TenantDocument, 'plan' | 'stripeSubscriptionId' | 'paymentMethod'>): string {
  const { brand, last4, expMonth, expYear } = paymentMethod ?? {};
  const { tier, usageLimit, status, isActive, product, expiresAt } = plan;
  return JSON.stringify([
    tier,
    usageLimit,
    status,
    isActive,
    product,
    expiresAt?.toMillis() ?? null,
    stripeSubscriptionId ?? null,
    brand,
    last4,
    expMonth,
    expYear,
  ]);
}

function momentOf(millis: number | null): Timestamp | null {
  return millis === null ? null : Timestamp.fromMillis(millis);
}
