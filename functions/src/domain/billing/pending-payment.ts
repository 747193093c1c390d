import type { UpgradeAnswer } from '@bedplate/contract';
import type { Stripe } from 'stripe';
import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf } from '../callers/member-of.ts';
import { applyAccount } from './apply-account.ts';
import { readBilling } from './customer.ts';
import { oneAtATime } from './operation-lock.ts';
import { actionRequired } from './upgrade-facts.ts';

/** A plan's payment that the bank has not confirmed yet, for example after the tab was closed. */
export function pendingPaymentOf(payments: readonly Stripe.PaymentIntent[]): Stripe.PaymentIntent | null {
  return payments.find(({ status, metadata }) => status === 'requires_action' && metadata.kind !== 'credits') ?? null;
}

/**
 * Reads the facts with which the browser asks the bank again.
 * @throws {ApiError} conflict when no payment waits any more
 */
export function takeUpPayment(services: Services, caller: Caller): Promise<UpgradeAnswer> {
  const { tenantId } = accountOf(caller);
  return oneAtATime(services, {
    tenantId,
    operation: 'confirm',
    work: async () => {
      const { customerId: customer } = await readBilling(services, tenantId);
      const payments = customer ? (await services.stripe.paymentIntents.list({ customer, limit: 24 })).data : [];
      const pending = pendingPaymentOf(payments);
      if (pending) return actionRequired(pending.client_secret);
      await applyAccount(services, tenantId);
      throw new ApiError('conflict', say('paymentSettled'));
    },
  });
}
