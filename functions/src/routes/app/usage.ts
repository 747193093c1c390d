import type { Router } from 'express';
import { z } from 'zod';
import { apiUsage, boughtThisMonth, usageBreakdown } from '../../domain/usage/read-usage.ts';
import { handle } from '../../http/handle.ts';
import { PathId } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { ruled } from '../../validation/ruled.ts';

const BreakdownQuery = z.object({
  month: z
    .string()
    .regex(/^20\d{2}(0[1-9]|1[0-2])$/, ruled('monthShape'))
    .optional(),
  projectId: PathId.optional(),
});

/** API credits of the account. */
export function usageRoutes(services: Services, { may, signedIn }: AccountGuards): Router {
  return routes({
    '/apiUsage': { get: handle(signedIn, {}, async ({ caller }) => ({ data: await apiUsage(services, caller) })) },
    '/apiUsage/user/total-usage': { get: handle(signedIn, {}, async ({ caller }) => ({ data: await boughtThisMonth(services, caller) })) },
    '/apiUsage/breakdown': {
      get: handle(may('usage.read'), { query: BreakdownQuery }, async ({ caller, query }) => ({
        data: await usageBreakdown(services, caller, query),
      })),
    },
  });
}
