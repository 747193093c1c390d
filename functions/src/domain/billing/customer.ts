import { Timestamp } from 'firebase-admin/firestore';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';
import type { BillingDocument } from '../../store/documents/billing-documents.ts';

/** What an account has before it ever paid. */
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
  const stored = (await collections(services.db).billing.doc(tenantId).get()).data();
  return stored ?? emptyBilling(tenantId, Timestamp.fromMillis(services.clock()));
}

/** @returns the id of the account's customer at the payment provider, made on first use and in place of a deleted one */
export async function customerOf(services: Services, tenantId: string, person: { name: string; email: string }): Promise<string> {
  const ref = collections(services.db).billing.doc(tenantId);
  const known = (await ref.get()).data()?.customerId ?? null;
  if (known && !(await services.stripe.customers.retrieve(known)).deleted) return known;
  const metadata = { tenantId, env: services.config.projectId };
  const { id } = await services.stripe.customers.create(
    { ...person, metadata },
    { idempotencyKey: `cus:${services.config.projectId}:${tenantId}${known ? `:${known}` : ''}` },
  );
  return services.db.runTransaction(async (tx) => {
    const stored = (await tx.get(ref)).data();
    if (stored?.customerId && stored.customerId !== known) return stored.customerId;
    const now = Timestamp.fromMillis(services.clock());
    tx.set(ref, { ...(stored ?? emptyBilling(tenantId, now)), customerId: id, updatedAt: now });
    return id;
  });
}

/** @returns the account of a customer, null for one that is not ours */
export async function accountOfCustomer(services: Services, customerId: string): Promise<string | null> {
  const { docs } = await collections(services.db).billing.where('customerId', '==', customerId).limit(1).get();
  return docs[0]?.id ?? null;
}
