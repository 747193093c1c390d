import type { Stripe } from 'stripe';
import type { Services } from '../../services/services.ts';
import { billing } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { BillingDocument } from '../../store/documents/billing-documents.ts';

/** The document of an account that has never paid. */
export function emptyBilling(tenantId: string, now: Timestamp): BillingDocument {
  return {
    tenantId,
    customerId: null,
    subscriptionId: null,
    providerStatus: null,
    status: 'none',
    isActive: false,
    productId: null,
    nextProductId: null,
    periodEnd: null,
    paymentIssueSince: null,
    grantedProductId: null,
    grantYieldsTo: null,
    looks: 0,
    appliedLook: 0,
    checkAt: null,
    updatedAt: now,
  };
}

export async function readBilling(services: Services, tenantId: string): Promise<BillingDocument> {
  const stored = (await services.store.billing.get(tenantId))?.data;
  return stored ?? emptyBilling(tenantId, Timestamp.fromMillis(services.clock()));
}

/** @returns the id of the account's customer at the provider; creates one on first use or after a deletion */
export async function customerOf(services: Services, tenantId: string, person: { name: string; email: string }): Promise<string> {
  const known = (await services.store.billing.get(tenantId))?.data.customerId ?? null;
  if (known && !(await services.stripe.customers.retrieve(known)).deleted) return known;
  const metadata = { tenantId, env: services.config.projectId };
  const { id } = await services.stripe.customers.create(
    { ...person, metadata },
    { idempotencyKey: `cus:${services.config.projectId}:${tenantId}${known ? `:${known}` : ''}` },
  );
  return services.store.transaction(async (tx) => {
    const stored = (await tx.billing.get(tenantId))?.data;
    if (stored?.customerId && stored.customerId !== known) return stored.customerId;
    const now = Timestamp.fromMillis(services.clock());
    tx.write(billing.set(tenantId, { ...(stored ?? emptyBilling(tenantId, now)), customerId: id, updatedAt: now }));
    return id;
  });
}

/** @returns the subscriptions of a customer, ended ones too; none where there is no customer */
export async function subscriptionsOf({ stripe }: Pick<Services, 'stripe'>, customer: string | null): Promise<Stripe.Subscription[]> {
  return customer ? (await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })).data : [];
}

/** @returns the account of a customer; null for an unknown one */
export async function accountOfCustomer(services: Services, customerId: string): Promise<string | null> {
  const { rows } = await services.store.billing.query({ where: [['customerId', '==', customerId]], limit: 1 });
  return rows[0]?.id ?? null;
}
