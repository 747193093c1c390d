import type { Stripe } from 'stripe';

/** The first invoice's secret; null when there is nothing to pay. */
export function secretOf({ latest_invoice: invoice }: Stripe.Subscription): string | null {
  return typeof invoice === 'object' ? (invoice?.confirmation_secret?.client_secret ?? null) : null;
}

export function intentId(secret: string): string {
  return secret.slice(0, secret.indexOf('_secret_'));
}
