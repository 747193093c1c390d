import { z } from 'zod';
import { problem } from './texts/rules.ts';
import type { OfficeOwner } from './office.ts';
import { limits } from './limits.ts';
import type { Tier } from './plans.ts';
import { withChanged } from './with-changed.ts';

/** POST /app/superadmin/tenants/{id}/suspend and …/view: why, for the owner's mail and the audit. */
export const Reason = z.object({
  reason: z
    .string(problem('reasonMissing'))
    .trim()
    .min(3, problem('reasonMissing'))
    .max(500, problem('reasonLong', { max: 500 }))
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, problem('reasonLine')),
});
export type Reason = z.infer<typeof Reason>;

const most = { projects: 10_000, storagesPerProject: 10_000, members: 100_000, creditsPerMonth: 1_000_000_000 } as const;

function own(max: number) {
  return z
    .number(problem('ownLimitWhole'))
    .int(problem('ownLimitWhole'))
    .min(0, problem('atLeast', { min: 0 }))
    .max(max, problem('atMost', { max }))
    .nullable();
}

/** PUT /app/superadmin/tenants/{id}/limits: an account's own limits; null is the plan's. */
export const TenantLimits = z.object({
  projects: own(most.projects),
  storagesPerProject: own(most.storagesPerProject),
  members: own(most.members),
  creditsPerMonth: own(most.creditsPerMonth),
  requestsPerMinute: own(limits.requestsPerMinute).refine((value) => value !== 0, problem('atLeast', { min: 1 })),
});
export type TenantLimits = z.infer<typeof TenantLimits>;
export const TenantLimitsChange = withChanged(TenantLimits);
export type TenantLimitsChange = z.infer<typeof TenantLimitsChange>;

/** The names of an account's own limits, in the order in which people see them. */
export const tenantLimitNames = ['projects', 'storagesPerProject', 'members', 'creditsPerMonth', 'requestsPerMinute'] as const;

export interface OfficePlan {
  /** The plan in force. */
  product: string | null;
  status: 'none' | 'subscribed' | 'cancelled';
  /** Nobody pays for the plan in force. */
  isGift: boolean;
  /** The plan that the account pays for, also under a given one. */
  paid: { name: string | null; periodEnd: string | null; ends: boolean; isPaused: boolean; paymentIssueSince: string | null } | null;
}

/** GET /app/superadmin/tenants/{id}: `data`. */
export interface OfficeAccount {
  id: string;
  owner: OfficeOwner;
  tier: Tier;
  /** Null while nobody has suspended it. */
  suspension: { reason: string; at: string; by: string } | null;
  /** Its plan and what is charged for it. */
  subscription: OfficePlan;
  limits: TenantLimits;
  /** The limits of the plan, valid where the account has none of its own. */
  plan: Omit<TenantLimits, 'requestsPerMinute'> & { requestsPerMinute: null };
}
