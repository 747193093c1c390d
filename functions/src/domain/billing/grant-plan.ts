import type { Services } from '../../services/services.ts';
import { billing } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Write } from '../../store/model/writes.ts';
import type { BillingDocument } from '../../store/documents/billing-documents.ts';
import { applyAccount } from './apply-account.ts';
import { emptyBilling } from './customer.ts';

/**
 * Grants a plan free of charge, or takes it back (null): the paid plan then applies.
 * @param record makes further writes for the same commit, such as the audit's row
 */
export async function grantPlan(
  services: Services,
  tenantId: string,
  productId: string | null,
  record: (before: BillingDocument, after: BillingDocument) => Write[] = () => [],
): Promise<void> {
  await services.store.transaction(async (tx) => {
    const now = Timestamp.fromMillis(services.clock());
    const stored = (await tx.billing.get(tenantId))?.data ?? emptyBilling(tenantId, now);
    const granted = { ...stored, grantedProductId: productId, grantYieldsTo: null, updatedAt: now };
    tx.write(billing.set(tenantId, granted), ...record(stored, granted));
  });
  await applyAccount(services, tenantId);
}

/** Keeps the granted plan until the ordered one is paid. */
export async function yieldGrant(services: Services, tenantId: string, productId: string): Promise<void> {
  await services.store.commit([billing.update(tenantId, { grantYieldsTo: productId })]);
  await applyAccount(services, tenantId);
}
