import { Timestamp, type Transaction } from 'firebase-admin/firestore';
import type { Services } from '../../services/services.ts';
import type { BillingDocument } from '../../store/documents/billing-documents.ts';
import { collections } from '../../store/collections.ts';
import { applyAccount } from './apply-account.ts';
import { emptyBilling } from './customer.ts';

/**
 * A plan that nobody pays for, or null to take it back; then what is paid for counts.
 * @param record adds to the same commit what tells of it
 */
export async function grantPlan(
  services: Services,
  tenantId: string,
  productId: string | null,
  record: (commit: Transaction, before: BillingDocument, after: BillingDocument) => void = () => {},
): Promise<void> {
  const ref = collections(services.db).billing.doc(tenantId);
  await services.db.runTransaction(async (tx) => {
    const now = Timestamp.fromMillis(services.clock());
    const stored = (await tx.get(ref)).data() ?? emptyBilling(tenantId, now);
    const granted = { ...stored, grantedProductId: productId, grantYieldsTo: null, updatedAt: now };
    tx.set(ref, granted);
    record(tx, stored, granted);
  });
  await applyAccount(services, tenantId);
}

/** The plan that was given stays until the one that has been ordered is paid for. */
export async function yieldGrant(services: Services, tenantId: string, productId: string): Promise<void> {
  await collections(services.db).billing.doc(tenantId).update({ grantYieldsTo: productId });
  await applyAccount(services, tenantId);
}
