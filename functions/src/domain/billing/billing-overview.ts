import type { BilledInvoice, BillingOverview, InvoiceStatus } from '@bedplate/contract';
import type { Stripe } from 'stripe';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf } from '../callers/member-of.ts';
import { applyAccount } from './apply-account.ts';
import { readBilling } from './customer.ts';
import { pendingPaymentOf } from './pending-payment.ts';
import { askingProvider } from './provider-failure.ts';

/** The page /billing. During a first payment it reads from the provider, since an event may be late. */
export function billingOverview(services: Services, caller: Caller): Promise<BillingOverview> {
  return askingProvider(() => overview(services, caller));
}

async function overview(services: Services, caller: Caller): Promise<BillingOverview> {
  const { tenantId } = accountOf(caller);
  await catchUp(services, tenantId);
  const billing = await readBilling(services, tenantId);
  const { beneath } = billing;
  const [product, nextProduct, beneathProduct, tenant, paid] = await Promise.all([
    nameOf(services, billing.productId),
    nameOf(services, billing.nextProductId),
    nameOf(services, beneath?.productId ?? null),
    services.store.tenants.get(tenantId),
    paymentsOf(services, billing.customerId),
  ]);
  const periodEnd = billing.periodEnd?.toDate().toISOString() ?? null;
  return {
    status: billing.status,
    isActive: billing.isActive,
    product,
    nextProduct,
    renewsAt: billing.status === 'subscribed' ? periodEnd : null,
    expiresAt: periodEnd,
    stripeSubscriptionId: billing.isActive ? billing.subscriptionId : null,
    paymentIssueSince: billing.paymentIssueSince?.toDate().toISOString() ?? null,
    paymentMethod: tenant?.data.paymentMethod ?? null,
    isGift: billing.isActive && billing.grantedProductId !== null,
    beneath: beneath
      ? {
          name: beneathProduct?.name ?? null,
          periodEnd: beneath.periodEnd?.toDate().toISOString() ?? null,
          ends: beneath.ends,
          isPaused: billing.isPaused ?? false,
        }
      : null,
    ...paid,
  };
}

const pauseMillis = 5_000;

/** Reads from the provider when a payment is pending or the plan's time is over; at most every five seconds. */
export async function catchUp(services: Services, tenantId: string): Promise<void> {
  const billing = await readBilling(services, tenantId);
  const now = services.clock();
  const isPending = billing.providerStatus === 'incomplete' || (billing.checkAt !== null && billing.checkAt.toMillis() <= now);
  if (isPending && now - billing.updatedAt.toMillis() >= pauseMillis) await applyAccount(services, tenantId);
}

async function nameOf(services: Services, productId: string | null): Promise<{ id: string; name: string } | null> {
  if (!productId) return null;
  const product = (await services.store.products.get(productId))?.data;
  return product ? { id: productId, name: product.name } : null;
}

async function paymentsOf(
  services: Services,
  customer: string | null,
): Promise<Pick<BillingOverview, 'invoices' | 'pendingPayment' | 'credit'>> {
  if (!customer) return { invoices: [], pendingPayment: null, credit: 0 };
  const [{ data: invoices }, { data: payments }, account] = await Promise.all([
    services.stripe.invoices.list({ customer, limit: 24, expand: ['data.payments'] }),
    services.stripe.paymentIntents.list({ customer, limit: 48, expand: ['data.latest_charge'] }), // those of the invoices and for credits
    services.stripe.customers.retrieve(customer),
  ]);
  const charges = new Map(payments.map((payment) => [payment.id, chargeOf(payment)]));
  const renewals = invoices
    .filter(({ status }) => status === 'paid' || status === 'open')
    .map((invoice) => {
      const { id, number, amount_due: amount, currency, created, hosted_invoice_url: url } = invoice;
      const status = invoice.status === 'paid' ? paidOrBack(charges.get(paymentOf(invoice)) ?? null) : 'open';
      return row({ id, number, amount, currency, status, created, url: url ?? null });
    });
  const credits = payments
    .filter(({ metadata, status }) => metadata.kind === 'credits' && status === 'succeeded')
    .map(({ id, amount, currency, created }) => {
      const charge = charges.get(id) ?? null;
      return row({ id, number: null, amount, currency, status: paidOrBack(charge), created, url: charge?.receipt_url ?? null });
    });
  const pending = pendingPaymentOf(payments);
  return {
    invoices: [...renewals, ...credits].sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
    credit: account.deleted ? 0 : Math.max(0, -account.balance),
    pendingPayment: pending && { amount: pending.amount, currency: pending.currency },
  };
}

function chargeOf({ latest_charge: latest }: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof latest === 'object' ? latest : null;
}

function paymentOf({ payments }: Stripe.Invoice): string {
  const paid = payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent;
  return (typeof paid === 'string' ? paid : paid?.id) ?? '';
}

function paidOrBack(charge: Stripe.Charge | null): InvoiceStatus {
  if (!charge?.amount_refunded) return 'paid';
  return charge.refunded ? 'refunded' : 'partly-refunded';
}

function row({
  created,
  url,
  ...facts
}: Omit<BilledInvoice, 'createdAt' | 'receiptUrl'> & { created: number; url: string | null }): BilledInvoice {
  return { ...facts, createdAt: new Date(created * 1000).toISOString(), receiptUrl: url };
}
