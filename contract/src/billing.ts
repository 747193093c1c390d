import { z } from 'zod';
import { largestPurchase, Tier } from './plans.ts';

const PaymentMethodId = z.string({ error: 'Send paymentMethodId.' }).regex(/^pm_\w{1,250}$/, 'paymentMethodId is not a payment method.');
const CatalogueId = z.string({ error: 'Send productId.' }).regex(/^[A-Za-z0-9][\w-]{0,127}$/, 'productId is not a plan.');

/** POST /app/subscriptions/upgrade/premium */
export const PremiumUpgrade = z.object({
  /** Absent for a plan that costs nothing. */
  paymentMethodId: PaymentMethodId.optional(),
  productId: CatalogueId,
  discountCode: z
    .string()
    .trim()
    .toUpperCase()
    .max(40, 'A promo code has at most 40 characters.')
    .nullish()
    .transform((code) => code || null),
});
export type PremiumUpgrade = z.infer<typeof PremiumUpgrade>;

/** POST /app/subscriptions/change-payment */
export const CardChange = z.object({
  paymentMethodId: PaymentMethodId,
  subscriptionId: z.string({ error: 'Send subscriptionId.' }).min(1, 'Send subscriptionId.').max(255),
});
export type CardChange = z.infer<typeof CardChange>;

const amountText = `amount must be a whole number from 1 to ${largestPurchase}.`;
/** POST /app/purchase-credits: whole US dollars. */
export const CreditPurchase = z.object({
  amount: z.number({ error: amountText }).int(amountText).min(1, amountText).max(largestPurchase, amountText),
});
export type CreditPurchase = z.infer<typeof CreditPurchase>;

const hasTwoDecimals = (amount: number) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;

export const intervals = ['day', 'week', 'month', 'year'] as const;
export type Interval = (typeof intervals)[number];

/** POST /app/superadmin/add-product and PUT /app/superadmin/products/{id} */
export const ProductInput = z
  .object({
    name: z.string().trim().min(1, 'Enter a name.').max(80, 'A name has at most 80 characters.'),
    description: z.string().trim().min(1, 'Enter a description.').max(1000, 'A description has at most 1000 characters.'),
    tier: Tier.exclude(['free'], { error: 'Choose a tier: pro, scale or enterprise.' }),
    price: z
      .number({ error: 'Enter a price.' })
      .min(0, 'A price is at least 0.')
      .max(999_999, 'A price is at most 999,999.')
      .refine(hasTwoDecimals, 'A price has at most two decimals.')
      .refine((price) => price === 0 || price >= 0.5, 'A price is 0 or at least 0.50: smaller amounts cannot be charged.'),
    usageLimit: z.number({ error: 'Enter a usage limit.' }).int('A usage limit is a whole number.').min(0).max(1_000_000_000),
    recurring: z.boolean().default(true),
    interval: z.enum(intervals, { error: 'interval is day, week, month or year.' }).nullish(),
  })
  .refine((product) => !product.recurring || product.interval, { path: ['interval'], message: 'Choose an interval.' });
export type ProductInput = z.infer<typeof ProductInput>;

const share = z.number().min(0, 'At least 0.').max(100, 'At most 100.').refine(hasTwoDecimals, 'At most two decimals.').nullish();

const expiryMissing = 'Enter the date of expiry.';
const isMoment = (text: string) => z.iso.datetime({ offset: true }).safeParse(text).success || z.iso.date().safeParse(text).success;
/** Dates beyond can be kept neither here nor at the payment provider. */
const isInReach = (text: string) => Date.parse(text) >= Date.UTC(2000, 0) && Date.parse(text) < Date.UTC(2100, 0);

const discount = z.object({
  description: z.string().trim().min(1, 'Enter a description.').max(200, 'A description has at most 200 characters.'),
  percentage_value: share,
  fixed_value: share,
  number_of_use: z.number({ error: 'Enter the number of uses.' }).int('A whole number.').min(0, 'At least 0.').max(1_000_000),
  expiresAt: z
    .string({ error: expiryMissing })
    .refine(isMoment, { message: expiryMissing, abort: true })
    .refine(isInReach, 'The date of expiry lies between 2000 and 2099.'),
  is_active: z.boolean().default(true),
});

const hasOneValue = (values: { percentage_value?: number | null | undefined; fixed_value?: number | null | undefined }) =>
  Boolean(values.percentage_value) !== Boolean(values.fixed_value);
const oneValue = { path: ['percentage_value'], message: 'Enter either a percentage or a fixed value.' };

/** POST /app/superadmin/discounts */
export const DiscountInput = discount.refine(hasOneValue, oneValue);
export type DiscountInput = z.infer<typeof DiscountInput>;

/**
 * PUT /app/superadmin/discounts/{code}. With `seen_number_of_use`, the uses left that the caller was shown, `number_of_use` changes
 * those left now by the difference; without it the uses are set.
 */
export const DiscountChange = discount
  .extend({ seen_number_of_use: z.number().int('A whole number.').min(0, 'At least 0.').optional() })
  .refine(hasOneValue, oneValue);
export type DiscountChange = z.infer<typeof DiscountChange>;

/** PUT /app/superadmin/users/{id}/change-subscription */
export const PlanChange = z.object({ productId: CatalogueId });

/** A plan for sale: GET /app/subscriptions/premium-products. */
export interface Plan {
  id: string;
  name: string;
  description: string;
  price: number;
  currency: string;
  tier: Tier | null;
  usageLimit: number;
  recurring: boolean;
  interval: Interval | null;
}

/** POST /app/subscriptions/upgrade/premium: what came of it. With `requiresAction` the browser goes on with `clientSecret`. */
export interface UpgradeAnswer {
  success: true;
  message: string;
  status: 'active' | 'incomplete';
  requiresAction?: true;
  clientSecret?: string;
}

/** The outcome of a payment; bought credits may have been refunded, whole or in part. */
export type InvoiceStatus = 'paid' | 'open' | 'refunded' | 'partly-refunded';

export interface BilledInvoice {
  id: string;
  number: string | null;
  /** In cents. */
  amount: number;
  currency: string;
  status: InvoiceStatus;
  createdAt: string;
  receiptUrl: string | null;
}

/** GET /app/billing: `data`. */
export interface BillingOverview {
  status: 'none' | 'subscribed' | 'cancelled';
  isActive: boolean;
  product: { id: string; name: string } | null;
  /** The plan that begins when this period ends, after a change to a smaller one. */
  nextProduct: { id: string; name: string } | null;
  renewsAt: string | null;
  expiresAt: string | null;
  stripeSubscriptionId: string | null;
  /** Since when the renewal could not be collected. */
  paymentIssueSince: string | null;
  paymentMethod: { brand: string; last4: string; expMonth: number; expYear: number } | null;
  /** A plan's payment, in cents, that the bank has not confirmed yet. */
  pendingPayment: { amount: number; currency: string } | null;
  invoices: BilledInvoice[];
}

/** One of an account's subscriptions. */
export interface AccountSubscription {
  productId: string | null;
  isActive: boolean;
  subscriptionStatus: 'none' | 'subscribed' | 'cancelled';
  expiresAt: string | null;
  /** Null for a plan that nobody pays for. */
  stripeSubscriptionId: string | null;
}
