import { z } from 'zod';
import { between } from './between.ts';
import { seenText, shownLines, shownText } from './names.ts';
import { problem } from './texts/rules.ts';
import { largestPurchase, Tier } from './plans.ts';
import { withChanged } from './with-changed.ts';

const PaymentMethodId = z.string(problem('paymentMethodMissing')).regex(/^pm_\w{1,250}$/, problem('paymentMethodShape'));
const CatalogueId = z.string(problem('productMissing')).regex(/^[A-Za-z0-9][\w-]{0,127}$/, problem('productShape'));

/** POST /app/subscriptions/upgrade/premium */
export const PremiumUpgrade = z.object({
  /** Absent for a plan that costs nothing, and where the card on file pays. */
  paymentMethodId: PaymentMethodId.optional(),
  productId: CatalogueId,
  discountCode: z
    .string()
    .trim()
    .toUpperCase()
    .max(40, problem('promoCodeLong', { max: 40 }))
    .nullish()
    .transform((code) => code || null),
});
export type PremiumUpgrade = z.infer<typeof PremiumUpgrade>;

/** GET /app/subscriptions/upgrade/preview */
export const UpgradePreviewQuery = z.object({ productId: CatalogueId });

/** The cost of a change to a plan. */
export interface UpgradePreview {
  /** In cents, to be paid at once; null where only the order itself can tell. */
  amount: number | null;
  /** In cents: what the provider owes the account after it, which pays for its next payments. */
  credit: number;
  currency: string;
  /** When the plan begins; null: at once. */
  begins: string | null;
}

/** POST /app/subscriptions/change-payment */
export const CardChange = z.object({
  paymentMethodId: PaymentMethodId,
  subscriptionId: z.string(problem('subscriptionMissing')).min(1, problem('subscriptionMissing')).max(255),
});
export type CardChange = z.infer<typeof CardChange>;

const amountWrong = problem('amountWrong', { max: largestPurchase });
/** POST /app/purchase-credits: whole US dollars. */
export const CreditPurchase = z.object({
  amount: z.number(amountWrong).int(amountWrong).min(1, amountWrong).max(largestPurchase, amountWrong),
});
export type CreditPurchase = z.infer<typeof CreditPurchase>;

const hasTwoDecimals = (amount: number) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;

export const intervals = ['day', 'week', 'month', 'year'] as const;
export type Interval = (typeof intervals)[number];

const product = z.object({
  name: z
    .string()
    .trim()
    .regex(seenText, problem('titleMissing'))
    .max(80, problem('titleLong', { max: 80 }))
    .regex(shownText, problem('textCharacters')),
  description: z
    .string()
    .trim()
    .regex(seenText, problem('descriptionMissing'))
    .max(1000, problem('descriptionLong', { max: 1000 }))
    .regex(shownLines, problem('textCharacters')),
  tier: Tier.exclude(['free'], problem('tierMissing')),
  price: z
    .number(problem('priceMissing'))
    .min(0, problem('priceLow'))
    .max(999_999, problem('priceHigh'))
    .refine(hasTwoDecimals, problem('priceDecimals'))
    .refine((price) => price === 0 || price >= 0.5, problem('priceTiny')),
  usageLimit: z
    .number(problem('usageLimitMissing'))
    .multipleOf(1, problem('usageLimitWhole')) // after int() no rule between fields is looked at
    .min(0, problem('atLeast', { min: 0 }))
    .max(1_000_000_000, problem('atMost', { max: '1,000,000,000' })),
  recurring: z.boolean().default(true),
  interval: z.enum(intervals, problem('intervalUnknown')).nullish(),
  /** Whether the site recommends it as most chosen, in the place of any other plan. An update without it changes nothing of that. */
  mostChosen: z.boolean().optional(),
});

const hasInterval = ({ recurring, interval }: { recurring: boolean; interval?: Interval | null | undefined }) =>
  !recurring || Boolean(interval);
const itsInterval = { path: ['interval'], ...between('recurring', 'interval'), ...problem('intervalMissing') };

/** POST /app/superadmin/add-product */
export const ProductInput = product.refine(hasInterval, itsInterval);
export type ProductInput = z.infer<typeof ProductInput>;

/** PUT /app/superadmin/products/{id} */
export const ProductChange = withChanged(product).refine(hasInterval, itsInterval);
export type ProductChange = z.infer<typeof ProductChange>;

const share = z
  .number()
  .min(0, problem('atLeast', { min: 0 }))
  .max(100, problem('atMost', { max: 100 }))
  .refine(hasTwoDecimals, problem('decimals'))
  .nullish();

const expiryMissing = problem('expiryMissing');
const isMoment = (text: string) => z.iso.datetime({ offset: true }).safeParse(text).success || z.iso.date().safeParse(text).success;
/** Dates beyond can be kept neither here nor at the payment provider. */
const isInReach = (text: string) => !isMoment(text) || (Date.parse(text) >= Date.UTC(2000, 0) && Date.parse(text) < Date.UTC(2100, 0));

const discount = z.object({
  description: z
    .string()
    .trim()
    .regex(seenText, problem('descriptionMissing'))
    .max(200, problem('descriptionLong', { max: 200 }))
    .regex(shownLines, problem('textCharacters')),
  percentage_value: share,
  fixed_value: share,
  number_of_use: z
    .number(problem('usesMissing'))
    .multipleOf(1, problem('whole'))
    .min(0, problem('atLeast', { min: 0 }))
    .max(1_000_000, problem('atMost', { max: '1,000,000' })),
  expiresAt: z.string(expiryMissing).refine(isMoment, expiryMissing).refine(isInReach, problem('expiryRange')),
  is_active: z.boolean().default(true),
});

const hasOneValue = (values: { percentage_value?: number | null | undefined; fixed_value?: number | null | undefined }) =>
  Boolean(values.percentage_value) !== Boolean(values.fixed_value);
const oneValue = { path: ['percentage_value'], ...between('percentage_value', 'fixed_value'), ...problem('oneDiscount') };

/** POST /app/superadmin/discounts */
export const DiscountInput = discount.refine(hasOneValue, oneValue);
export type DiscountInput = z.infer<typeof DiscountInput>;

/**
 * PUT /app/superadmin/discounts/{code}. With `seen_uses_taken`, the uses taken that the caller was shown, those taken since are not
 * left again; without it the uses are set.
 */
export const DiscountChange = withChanged(discount)
  .extend({
    /** Below zero where a use from before they were counted was given back. */
    seen_uses_taken: z.int(problem('whole')).optional(),
  })
  .refine(hasOneValue, oneValue);
export type DiscountChange = z.infer<typeof DiscountChange>;

/** PUT /app/superadmin/users/{id}/change-subscription */
export const PlanChange = z.object({
  productId: CatalogueId,
  /** For an account that pays for a plan: it rests, uncharged, while the given plan stands, or ends with its paid period. */
  paid: z.enum(['pause', 'end'], problem('paidPlanChoice')).optional(),
});
export type PlanChange = z.infer<typeof PlanChange>;

/** POST /app/superadmin/tenants/{id}/end-plan: the plan that the account pays for, or the one given to it. */
export const PlanEnd = z.object({ which: z.enum(['paid', 'given'], problem('planEndChoice')) });
export type PlanEnd = z.infer<typeof PlanEnd>;

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
  /** True for one plan at most. */
  mostChosen: boolean;
}

/** POST /app/subscriptions/upgrade/premium: what came of it. With `requiresAction` the browser goes on with `clientSecret`. */
export interface UpgradeAnswer {
  success: true;
  message: string;
  status: 'active' | 'incomplete';
  requiresAction?: true;
  clientSecret?: string;
}

/** The outcome of a payment, which may have been refunded, whole or in part. */
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
  /** In cents: what was paid for a plan that was left, and pays for the next payments. */
  credit: number;
  /** A plan's payment, in cents, that the bank has not confirmed yet. */
  pendingPayment: { amount: number; currency: string } | null;
  /** The plan that is paid for, under one that the staff gave free of charge; `isPaused`: it is not charged meanwhile. */
  beneath: { name: string | null; periodEnd: string | null; ends: boolean; isPaused: boolean } | null;
  /** Nobody pays for the plan. */
  isGift: boolean;
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
