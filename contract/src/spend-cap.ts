import { z } from 'zod';
import { problem } from './texts/rules.ts';
import { withChanged } from './with-changed.ts';

export const capPeriods = ['day', 'month'] as const;
export type CapPeriod = (typeof capPeriods)[number];

const largestCap = 1_000_000_000;
const shape = problem('capShape', { max: largestCap });

/** The credits that may be used in a UTC day or month. A call beyond is refused. */
export const SpendCap = z.object({
  credits: z.int(shape).min(1, shape).max(largestCap, shape),
  per: z.enum(capPeriods),
});
export type SpendCap = z.infer<typeof SpendCap>;

/** A project's caps: null takes one away. */
export const ProjectCaps = z.object({
  /** Of all calls of the project. */
  project: SpendCap.nullable(),
  /** Of each app user. */
  appUser: SpendCap.nullable(),
});
export type ProjectCaps = z.infer<typeof ProjectCaps>;
/** PUT /app/project/{id}/caps */
export const ProjectCapsChange = withChanged(ProjectCaps);
export type ProjectCapsChange = z.infer<typeof ProjectCapsChange>;

/** GET /app/project/{id}/caps: `data`. */
export interface ProjectCapsState extends ProjectCaps {
  /** Credits used of the project's cap in its present period, with those that instances hold in advance. */
  used: number;
  /** The end of the present period. */
  resetsAt: string | null;
}
