/** Documents of plans and payments; only the server reads and writes them. */
import type { Tier } from '@bedplate/contract';
import type { Timestamp } from 'firebase-admin/firestore';

export interface CardSummary {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

/** billing/{tenantId}: what the payment provider says about the account, as of the last look. */
export interface BillingDocument {
  tenantId: string;
  customerId: string | null;
  subscriptionId: string | null;
  /** The provider's own word; null without a subscription. */
  providerStatus: string | null;
  status: 'none' | 'subscribed' | 'cancelled';
  isActive: boolean;
  productId: string | null;
  /** The plan that begins when the period ends. */
  nextProductId: string | null;
  periodEnd: Timestamp | null;
  paymentIssueSince: Timestamp | null;
  /** A plan given by staff, or one without a price. */
  grantedProductId: string | null;
  /** The plan that was ordered in its place; the given plan ends when that is paid for. */
  grantYieldsTo?: string | null;
  /** Whether a paid plan rests, and is not charged, while the given one is above it. */
  grantPauses?: boolean;
  /** The given plan that staff's list of subscriptions shows as a row of its own. */
  grantListed?: string | null;
  /** The paid plan under a given one. */
  beneath?: { productId: string | null; periodEnd: Timestamp | null; ends: boolean } | null;
  /** The provider charges nothing at the moment, because the account is suspended or its paid plan rests. */
  isPaused?: boolean;
  /** Looks begin with a number of their own; an older look never overwrites a newer one. */
  looks: number;
  appliedLook: number;
  /** When the plan changes without an event; null when it does not. */
  checkAt: Timestamp | null;
  updatedAt: Timestamp;
}

/** subscriptions/{subscriptionId}: a row of the staff's list. */
export interface SubscriptionDocument {
  tenantId: string;
  userId: string;
  /** Names of the day of the last change, for the list. */
  userName?: string;
  productId: string | null;
  productName?: string | null;
  tier: Tier | null;
  usageLimit: number;
  paid: boolean;
  currency: string;
  isActive: boolean;
  subscriptionStatus: 'none' | 'subscribed' | 'cancelled';
  stripeSubscriptionId: string | null;
  expiresAt: Timestamp | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** creditLedger/{paymentId} and {paymentId}_back: bought credits and those taken back. */
export interface CreditLedgerDocument {
  tenantId: string;
  /** Negative for a refund or a dispute. */
  credits: number;
  /** In cents. */
  amount: number;
  kind: 'purchase' | 'refund';
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** billingOps/{tenantId}: one change at a time. */
export interface BillingOperationDocument {
  operation: string | null;
  leaseUntil: Timestamp;
  lastPurchase?: { amount: number; at: Timestamp; paymentId: string };
}

/** stripeEvents/{eventId} */
export interface StripeEventDocument {
  type: string;
  state: 'received' | 'done';
  receivedAt: Timestamp;
  expiresAt: Timestamp;
}

/** discounts/{code} */
export interface DiscountDocument {
  code: string;
  description: string;
  percentage_value: number | null;
  fixed_value: number | null;
  /** Uses that are left. */
  number_of_use: number;
  /** Uses taken out of those; absent before the first, and with those from before it was counted. */
  uses_taken?: number;
  expiresAt: Timestamp;
  is_active: boolean;
  couponId: string | null;
  promotionCodeId: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** usedDiscounts/{code}_{tenantId}: once per account. */
export interface UsedDiscountDocument {
  discount_id: string;
  tenantId: string;
  user_id: string;
  state: 'reserved' | 'used';
  subscriptionId: string | null;
  createdAt: Timestamp;
}
