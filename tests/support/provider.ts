import { mustCall } from './call.ts';
import { database } from './target.ts';

/** The address of the card payments' stand-in that the product under test talks to. */
export async function providerUrl(): Promise<string> {
  const { data } = await mustCall<{ data: { stripeScript: string } }>({ path: '/app/config' });
  return new URL(data.stripeScript).origin;
}

interface Paid {
  customer: string | null;
  amount: number;
}

interface Snapshot {
  customers: { id: string; metadata: { tenantId?: string } }[];
  paymentMethods: { id: string; card?: { last4: string } }[];
  subscriptions: { id: string; customer: string; status: string; default_payment_method: string | null }[];
  charges: Paid[];
}

/** The state of one account at the provider and in the database; both must agree. */
export async function billed(tenantId: string) {
  const response = await fetch(new URL('/_control/snapshot', await providerUrl()));
  const { customers, paymentMethods, subscriptions, charges } = (await response.json()) as Snapshot; // the stand-in's own tables
  const own = new Set(customers.filter(({ metadata }) => metadata.tenantId === tenantId).map(({ id }) => id));
  const tenant = await database().doc(`tenants/${tenantId}`).get();
  const live = subscriptions.filter(({ customer, status }) => own.has(customer) && ['active', 'past_due', 'trialing'].includes(status));
  return {
    /** Subscriptions that are charged for, now and later. */
    live: live.length,
    charges: charges.filter(({ customer }) => customer !== null && own.has(customer)).map(({ amount }) => amount),
    /** The last digits of the card that the next renewal is charged to, and of the one that the account shows. */
    charged: paymentMethods.find(({ id }) => id === live[0]?.default_payment_method)?.card?.last4 ?? null,
    card: (tenant.get('paymentMethod.last4') ?? null) as string | null,
    isActive: tenant.get('plan.isActive') as boolean,
    product: tenant.get('plan.product') as string | null,
    credits: (tenant.get('extraCredits') ?? 0) as number,
  };
}
