import type { UpgradePreview } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf } from '../callers/member-of.ts';
import { changeTo } from './change-plan.ts';
import { readBilling, subscriptionsOf } from './customer.ts';
import { currentOf } from './plan-state.ts';
import { askingProvider } from './provider-failure.ts';
import { planForSale } from './upgrade.ts';

/** Reads what a plan would cost now, before anything is ordered. @throws {ApiError} invalid-argument for a product that nobody can buy */
export async function previewUpgrade(services: Services, caller: Caller, productId: string): Promise<UpgradePreview> {
  const product = await planForSale(services, productId);
  const { customerId: customer, grantedProductId } = await readBilling(services, accountOf(caller).tenantId);
  const { currency } = product;
  const first = { amount: Math.round(product.price * 100), credit: 0, currency, begins: null };
  if (!customer || product.price === 0) return first;
  return askingProvider(async () => {
    const current = currentOf(await subscriptionsOf(services, customer));
    if (!current || current.status === 'incomplete') return first;
    const owed = current.status === 'past_due' ? await owedFor(services, current.id) : 0;
    const { item, price, isKept, isPresent, waits } = await changeTo(services, { current, productId, product });
    // The plan beneath a given one is paid for already: ordered, it takes the given one's place at once.
    const begins = isPresent && grantedProductId ? null : new Date(item.current_period_end * 1000).toISOString();
    if (waits) return { amount: owed, credit: 0, currency, begins };
    // A larger plan than one that stays until the period ends: the provider does not know of that one.
    if (isKept || owed > 0) return { amount: null, credit: 0, currency, begins: null };
    const invoice = await services.stripe.invoices.createPreview({
      customer,
      subscription: current.id,
      subscription_details: { items: [{ id: item.id, price }], proration_behavior: 'always_invoice' },
    });
    const credit = Math.max(0, -(invoice.total + invoice.starting_balance));
    return { amount: invoice.amount_due, credit, currency, begins: null };
  });
}

async function owedFor({ stripe }: Services, subscription: string): Promise<number> {
  const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 100 });
  return data.reduce((sum, { amount_remaining: amount }) => sum + amount, 0);
}
