import { limits } from '@bedplate/contract';
import { z } from 'zod';
import { DateParam, Search, SortOrder } from '../../validation/inputs.ts';

/** The filters and the order of a data view. */
export const ViewQuery = z.object({
  search: Search,
  where: z
    .string()
    .max(limits.orLength * 2)
    .optional(),
  sortBy: z.string().max(limits.fieldNameLength).optional(),
  sortOrder: SortOrder.optional(),
  startDate: DateParam,
  endDate: DateParam,
  deleted: z.enum(['only', 'include']).optional(),
});
