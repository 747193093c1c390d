import { z } from 'zod';

export const deviceTypes = ['mobile', 'tablet', 'desktop'] as const;
export type DeviceType = (typeof deviceTypes)[number];

const Claim = z.string().max(200).nullish();

/**
 * POST /api/superadmin/track. Only `path` is used: browser, device, system, address and country are read from the request itself,
 * so that no page can make them up.
 */
export const PageView = z.object({
  path: z.string().startsWith('/', 'path must start with "/".').max(500, 'path has at most 500 characters.'),
  browser: Claim,
  deviceType: z.enum(deviceTypes).nullish(),
  os: Claim,
  ipAddress: Claim,
});
export type PageView = z.infer<typeof PageView>;

/** POST /app/documentation/votes: whether a page of the documentation was useful. */
export const PageVote = z.object({
  path: z
    .string()
    .max(100)
    .regex(/^\/documentation(\/[\w-]{1,60})?$/, 'path must be that of a page of the documentation.'),
  useful: z.boolean(),
});
export type PageVote = z.infer<typeof PageVote>;
