import type { Stripe } from 'stripe';
import { emit } from '../state/events.ts';
import type { State } from '../state/state.ts';

const day = 86_400;

/** The holder of the card asks the bank for the money back. */
export function dispute(state: State, charge: Stripe.Charge): Stripe.Dispute {
  charge.disputed = true;
  const created = state.now(String(charge.customer));
  const row: Stripe.Dispute = {
    id: state.id('dp'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: created + 7 * day,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  state.disputes.add(row);
  emit(state, 'charge.dispute.created', row);
  return row;
}

/** The bank decides: the money comes back, or it stays with the holder. */
export function decideDispute(state: State, row: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
  row.status = status;
  if (status === 'won') emit(state, 'charge.dispute.funds_reinstated', row);
  emit(state, 'charge.dispute.closed', row);
  return row;
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
