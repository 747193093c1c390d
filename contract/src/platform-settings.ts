import { z } from 'zod';
import { between } from './between.ts';
import { problem } from './texts/rules.ts';
import { Reason } from './office-account.ts';
import type { SiteDemo } from './site-demo.ts';
import { type shownSwitches, switchNames } from './switches.ts';

const time = z.iso.datetime(problem('timeShape')).nullable();

export const Maintenance = z
  .object({
    message: z
      .string()
      .trim()
      .min(1, problem('noticeMissing'))
      .max(500, problem('messageLong', { max: 500 }))
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, problem('messageLine')),
    /** Null: from now on. */
    startsAt: time,
    /** Null: until it is taken back. */
    endsAt: time,
    /** Whether changes are refused in that time. */
    readOnly: z.boolean(),
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(startsAt) < Date.parse(endsAt), {
    path: ['endsAt'],
    ...between('startsAt', 'endsAt'),
    ...problem('endBeforeStart'),
  });
export type Maintenance = z.infer<typeof Maintenance>;

/** GET /app/superadmin/platform: `data`. */
export const PlatformSettings = z.object({
  /** Whether each is on. */
  switches: z.record(z.enum(switchNames), z.boolean()),
  /** Null while nothing is announced. */
  maintenance: Maintenance.nullable(),
  /** Null before the first change. */
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type PlatformSettings = z.infer<typeof PlatformSettings> & {
  /** The live demo of the landing page; null: there is none. */
  demo: SiteDemo | null;
};

/** PUT /app/superadmin/platform. `expectedUpdatedAt` is `updatedAt` of what the caller saw: a change in between is a conflict. */
export const PlatformChange = PlatformSettings.pick({ switches: true, maintenance: true }).extend({
  reason: Reason.shape.reason,
  expectedUpdatedAt: PlatformSettings.shape.updatedAt,
});
export type PlatformChange = z.infer<typeof PlatformChange>;

/** The public part, in GET /app/config. */
export interface PublicPlatform {
  /** Announced or running; null when there is none or it is over. */
  maintenance: Maintenance | null;
  off: (typeof shownSwitches)[number][];
}

/** Before anybody has changed anything: everything is on. */
export const usualSettings: PlatformSettings = {
  switches: Object.fromEntries(switchNames.map((name) => [name, true])) as PlatformSettings['switches'], // one entry for each name
  maintenance: null,
  demo: null,
  updatedAt: null,
  updatedBy: null,
};
