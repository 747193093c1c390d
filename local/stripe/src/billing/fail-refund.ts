import type { Stripe } from 'stripe';
import { emit } from '../state/events.ts';
import type { State } from '../state/state.ts';

/**
 * A refund that the holder's bank does not take, often days later: the money stays with the seller, and the charge counts it as not
 * refunded. https://docs.stripe.com/refunds#failed-refunds
 */
export function failRefund(state: State, refund: Stripe.Refund): Stripe.Refund {
  const charge = state.charges.get(String(refund.charge));
  if (refund.status === 'failed') return refund;
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card', failure_balance_transaction: state.id('txn') });
  emit(state, 'refund.updated', refund);
  emit(state, 'refund.failed', refund);
  return refund;
}
