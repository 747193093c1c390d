import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import type { Services } from '../../services.ts';
import { collections } from '../../store/collections.ts';

/**
 * Makes the ledger say what the provider says about one payment for credits: granted when it succeeded, taken back as far as it was
 * refunded or disputed. Running it again changes nothing.
 * @returns whether anything was different
 */
export async function applyCreditPayment(services: Services, paymentId: string): Promise<boolean> {
  const intent = await services.stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] });
  const { kind, tenantId, credits, env } = intent.metadata;
  if (kind !== 'credits' || !tenantId || env !== services.config.projectId || intent.status !== 'succeeded') return false;
  const bought = Number(credits);
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const backCents = charge?.disputed ? intent.amount : (charge?.amount_refunded ?? 0);
  const back = Math.round((bought * backCents) / intent.amount);
  const { creditLedger, tenants, billing } = collections(services.db);
  const [purchase, refund] = [creditLedger.doc(paymentId), creditLedger.doc(`${paymentId}_back`)];
  return services.db.runTransaction(async (tx) => {
    const [owner, granted, taken] = await Promise.all([tx.get(billing.doc(tenantId)), tx.get(purchase), tx.get(refund)]);
    // Only the account's own customer can pay for it, whatever the metadata says.
    if (!owner.exists || owner.data()?.customerId !== intent.customer) return false;
    const now = Timestamp.fromMillis(services.clock());
    const change = (granted.exists ? 0 : bought) - (back + (taken.data()?.credits ?? 0));
    if (!granted.exists) {
      tx.create(purchase, { tenantId, credits: bought, amount: intent.amount, kind: 'purchase', createdAt: now, updatedAt: now });
    }
    if (back !== -(taken.data()?.credits ?? 0)) {
      const createdAt = taken.data()?.createdAt ?? now;
      tx.set(refund, { tenantId, credits: -back, amount: -backCents, kind: 'refund', createdAt, updatedAt: now });
    }
    if (change !== 0) tx.update(tenants.doc(tenantId), { extraCredits: FieldValue.increment(change) });
    return change !== 0;
  });
}
