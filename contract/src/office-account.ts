import { z } from 'zod';
import type { OfficeOwner } from './office.ts';
import { limits } from './limits.ts';
import type { Tier } from './plans.ts';

/** POST /app/superadmin/tenants/{id}/suspend and …/view: why, for the owner's mail and the audit. */
export const Reason = z.object({
  reason: z
    .string({ error: 'Give a reason.' })
    .trim()
    .min(3, 'Give a reason.')
    .max(500, 'A reason has at most 500 characters.')
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'A reason is one line of text.'),
});
export type Reason = z.infer<typeof Reason>;

const most = { projects: 10_000, storagesPerProject: 10_000, members: 100_000, creditsPerMonth: 1_000_000_000 } as const;

function own(max: number) {
  return z
    .number({ error: 'Enter a whole number, or leave it empty for the plan’s.' })
    .int('Enter a whole number, or leave it empty for the plan’s.')
    .min(0, 'At least 0.')
    .max(max, `At most ${max}.`)
    .nullable();
}

/** PUT /app/superadmin/tenants/{id}/limits: an account's own limits; null is the plan's. */
export const TenantLimits = z.object({
  projects: own(most.projects),
  storagesPerProject: own(most.storagesPerProject),
  members: own(most.members),
  creditsPerMonth: own(most.creditsPerMonth),
  requestsPerMinute: own(limits.requestsPerMinute).refine((value) => value !== 0, 'At least 1.'),
});
export type TenantLimits = z.infer<typeof TenantLimits>;

/** The names of an account's own limits, in the order in which people see them. */
export const tenantLimitNames = ['projects', 'storagesPerProject', 'members', 'creditsPerMonth', 'requestsPerMinute'] as const;

/** GET /app/superadmin/tenants/{id}: `data`. */
export interface OfficeAccount {
  id: string;
  owner: OfficeOwner;
  tier: Tier;
  /** Null while nobody has suspended it. */
  suspension: { reason: string; at: string; by: string } | null;
  limits: TenantLimits;
  /** The limits of the plan, valid where the account has none of its own. */
  plan: Omit<TenantLimits, 'requestsPerMinute'> & { requestsPerMinute: null };
}
