import type { KeyVerb } from './api-key.ts';

/** Shares of the month's credits at which the owner gets a mail, in percent. */
export const creditAlerts = [50, 80, 100] as const;
export type CreditAlert = (typeof creditAlerts)[number];

/** When credits end at the pace of the last weeks: between two moments (ISO 8601). `to` is null when they may last until the next month. */
export interface CreditForecast {
  from: string;
  to: string | null;
}

/** GET /app/apiUsage: `data`. */
export interface ApiUsage {
  usage: {
    /** Served calls of this month (UTC). */
    usage: number;
    /** Credits that instances hold in advance, for seconds while calls come: of the plan's, and not in `usage`. */
    reserved: number;
    /** The plan's credits of a month. */
    limit: number;
    /** Left of the plan and of bought credits together. */
    remaining: number;
    /** Held by instances that ended without notice: counted until the platform's log shows that they were not used. */
    uncertain: number;
    refunded: number;
    /** yyyymm */
    month: string;
    /** By day of the month, "01" to "31". */
    days: Record<string, number>;
    /** Null when they last until the next month, and on an account's first day. */
    forecast: CreditForecast | null;
  };
  limit: {
    tier: string;
    isActive: boolean;
    product: { name: string } | null;
    subscriptionStatus: string;
    expiresAt: string | null;
    /** null for roles without billing. */
    stripeSubscriptionId: string | null;
  };
  /** In bytes: files of the account's records, and the limit of the plan. `pending`: announced by uploads under way. */
  files: { bytes: number; files: number; pending: number; kept: number; limit: number };
  /** null for roles without billing. */
  paymentMethod: { brand: string; last4: string; expMonth: number; expYear: number } | null;
}

/** GET /app/apiUsage/breakdown: calls of a month by what made them; a minute behind, and without what a crashed instance had not told yet. */
export interface UsageBreakdown {
  month: string;
  byStorage: { projectId: string; storageId: string; calls: number; verbs: Partial<Record<KeyVerb, number>> }[];
  byKey: { keyId: string; projectId: string; calls: number }[];
  byVerb: Partial<Record<KeyVerb, number>>;
}
