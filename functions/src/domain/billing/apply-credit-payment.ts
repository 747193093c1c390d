import type { Stripe } from 'stripe';
import type { Services } from '../../services/services.ts';
import { creditLedger, tenants } from '../../store/collections.ts';
import { increment, Timestamp } from '../../store/model/values.ts';

/**
 * Applies the provider's state of a credit payment to the ledger: grants credits after success, and
 * takes them back after a refund or dispute. Can be repeated.
 * @returns whether the ledger changed
 */
export async function applyCreditPayment(services: Services, paymentId: string): Promise<boolean> {
  const intent = await services.stripe.paymentIntents.retrieve(paymentId);
  const { kind, tenantId, credits, env } = intent.metadata;
  if (kind !== 'credits' || !tenantId || env !== services.config.projectId || intent.status !== 'succeeded') return false;
  const bought = Number(credits);
  const backId = `${paymentId}_back`;
  return services.store.transaction(async (tx) => {
    const [owner, granted, taken] = await Promise.all([
      tx.billing.get(tenantId),
      tx.creditLedger.get(paymentId),
      tx.creditLedger.get(backId),
    ]);
    // Only the account's own customer can pay for it, whatever the metadata says.
    if (!owner || owner.data.customerId !== intent.customer) return false;
    // Asks the provider while the rows are locked: of two parallel runs the later one has the later state.
    const backCents = Math.min(intent.amount, await centsBack(services, intent.latest_charge));
    const back = Math.round((bought * backCents) / intent.amount);
    const now = Timestamp.fromMillis(services.clock());
    const change = (granted ? 0 : bought) - (back + (taken?.data.credits ?? 0));
    if (!granted) {
      const purchase = { tenantId, credits: bought, amount: intent.amount, kind: 'purchase', createdAt: now, updatedAt: now } as const;
      tx.write(creditLedger.create(paymentId, purchase));
    }
    if (back !== -(taken?.data.credits ?? 0)) {
      const createdAt = taken?.data.createdAt ?? now;
      tx.write(creditLedger.set(backId, { tenantId, credits: -back, amount: -backCents, kind: 'refund', createdAt, updatedAt: now }));
    }
    if (change !== 0) tx.write(tenants.update(tenantId, { extraCredits: increment(change) }));
    return change !== 0;
  });
}

/** Disputes after which we keep the money: won, never a claim, or averted. */
const harmless = new Set(['won', 'warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented']);

/** The returned part of a charge: refunded, or taken by a dispute that is not won. */
async function centsBack({ stripe }: Services, latest: Stripe.PaymentIntent['latest_charge']): Promise<number> {
  if (!latest) return 0;
  const charge = await stripe.charges.retrieve(typeof latest === 'string' ? latest : latest.id);
  if (!charge.disputed) return charge.amount_refunded;
  const { data: disputes } = await stripe.disputes.list({ charge: charge.id, limit: 100 });
  const taken = disputes.filter(({ status }) => !harmless.has(status)).map(({ amount }) => amount);
  return taken.reduce((sum, amount) => sum + amount, charge.amount_refunded);
}
