import type { BillingOverview } from '@bedplate/contract';

/** @returns '$20' or '$20.50': cents only where there are some */
export function dollars(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

/** @returns 'VISA •••• 4242, 12/2034' */
export function cardText({ brand, last4, expMonth, expYear }: NonNullable<BillingOverview['paymentMethod']>): string {
  return `${brand.toUpperCase()} •••• ${last4}, ${expMonth}/${expYear}`;
}
