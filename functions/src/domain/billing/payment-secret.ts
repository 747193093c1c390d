import type { Stripe } from 'stripe';

/** @returns the first invoice's secret; null when no payment is due */
export function secretOf({ latest_invoice: invoice }: Stripe.Subscription): string | null {
  return typeof invoice === 'object' ? (invoice?.confirmation_secret?.client_secret ?? null) : null;
}

export function intentId(secret: string): string {
  return secret.slice(0, secret.indexOf('_secret_'));
}
