import { z } from 'zod';

export const tiers = ['free', 'pro', 'scale', 'enterprise'] as const;
export const Tier = z.enum(tiers);
export type Tier = z.infer<typeof Tier>;

export interface PlanLimits {
  /** Active (not archived) projects of the account. */
  projects: number;
  /** Active storages in one project. */
  storagesPerProject: number;
  /** People of the account, deactivated ones included. */
  members: number;
  /** In bytes: the limit of all files of its records, including those in the trash. */
  fileBytes: number;
}

const gibibyte = 1024 ** 3;

export const planLimits: Record<Tier, PlanLimits> = {
  free: { projects: 2, storagesPerProject: 15, members: 25, fileBytes: gibibyte },
  pro: { projects: 20, storagesPerProject: 100, members: 100, fileBytes: 25 * gibibyte },
  scale: { projects: 50, storagesPerProject: 200, members: 250, fileBytes: 100 * gibibyte },
  enterprise: { projects: 100, storagesPerProject: 500, members: 500, fileBytes: 500 * gibibyte },
};

/** Monthly API request credits of the free plan; a paid plan's come with its product. */
export const freeUsageLimit = 30_000;
/** Bought credits per US dollar. */
export const creditsPerDollar = 2000;
/** US dollars of credits in one purchase. */
export const largestPurchase = 1000;
/** Days that a plan is kept while its renewal cannot be collected. */
export const graceDays = 7;
