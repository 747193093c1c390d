import type { Services } from '../../services/services.ts';
import { billing } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';
import type { BillingDocument } from '../../store/documents/billing-documents.ts';
import { applyAccount } from './apply-account.ts';
import { emptyBilling } from './customer.ts';

interface Grant {
  /** Null takes the granted plan back. */
  productId: string | null;
  /** Whether a paid plan rests while the granted one is above it. */
  pauses?: boolean;
}

/**
 * Grants a plan free of charge, or takes it back: the paid plan then applies.
 * @param record makes further writes for the same commit, such as the audit's row
 */
export async function grantPlan(
  services: Services,
  {
    tenantId,
    grant: { productId, pauses = false },
    record = () => [],
  }: { tenantId: string; grant: Grant; record?: (before: BillingDocument, after: BillingDocument) => Write[] },
): Promise<void> {
  await services.store.transaction(async (tx) => {
    const now = Timestamp.fromMillis(services.clock());
    const stored = (await tx.billing.get(tenantId))?.data ?? emptyBilling(tenantId, now);
    const granted = { ...stored, grantedProductId: productId, grantPauses: pauses, grantYieldsTo: null, updatedAt: now };
    tx.write(billing.set(tenantId, granted), ...record(stored, granted));
  });
  await applyAccount(services, tenantId);
}

/** Changes a paid plan that rests under a granted one: it is charged again meanwhile, and rests again where the order fails. */
export async function awakened<T>(services: Services, tenantId: string, order: () => Promise<T>): Promise<T> {
  const isAsleep = (await services.store.billing.get(tenantId))?.data.grantPauses === true;
  if (!isAsleep) return order();
  const setPause = async (grantPauses: boolean) => {
    await services.store.commit([billing.update(tenantId, { grantPauses })]);
    await applyAccount(services, tenantId);
  };
  await setPause(false);
  try {
    return await order();
  } catch (error) {
    await setPause(true);
    throw error;
  }
}

/** Keeps the granted plan until the ordered one is paid. */
export async function yieldGrant(services: Services, tenantId: string, productId: string): Promise<void> {
  await services.store.commit([billing.update(tenantId, { grantYieldsTo: productId })]);
  await applyAccount(services, tenantId);
}
