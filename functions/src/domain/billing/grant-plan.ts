import { Timestamp } from 'firebase-admin/firestore';
import type { Services } from '../../services.ts';
import { collections } from '../../store/collections.ts';
import { applyAccount } from './apply-account.ts';
import { emptyBilling } from './customer.ts';

/** A plan that nobody pays for, or null to take it back; then what is paid for counts. */
export async function grantPlan(services: Services, tenantId: string, productId: string | null): Promise<void> {
  const ref = collections(services.db).billing.doc(tenantId);
  await services.db.runTransaction(async (tx) => {
    const now = Timestamp.fromMillis(services.clock());
    const stored = (await tx.get(ref)).data() ?? emptyBilling(tenantId, now);
    tx.set(ref, { ...stored, grantedProductId: productId, updatedAt: now });
  });
  await applyAccount(services, tenantId);
}
