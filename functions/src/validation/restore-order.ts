import { backupLimits, limits, type RestoreOrder as Order, restoreModes, restorePlaces } from '@bedplate/contract';
import { z } from 'zod';

export const RestoreOrder = z.strictObject({
  storages: z.array(z.string().max(100)).min(1).max(500).optional(),
  place: z.enum(restorePlaces).default('inPlace'),
  mode: z.enum(restoreModes).default('missing'),
  ids: z.array(z.string().max(limits.clientIdLength)).min(1).max(backupLimits.ids).optional(),
  where: z
    .string()
    .min(1)
    .max(2 * limits.orLength)
    .optional(),
  setup: z.boolean().optional(),
  dryRun: z.boolean().default(false),
}) satisfies z.ZodType<Order>;
