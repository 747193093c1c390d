import { limits } from '@bedplate/contract';
import { z } from 'zod';
import { DateParam, Search, SortOrder } from '../../validation/inputs.ts';

/** Which records a data view shows, and in which order. */
export const ViewQuery = z.object({
  search: Search,
  sortBy: z.string().max(limits.fieldNameLength).optional(),
  sortOrder: SortOrder.optional(),
  startDate: DateParam,
  endDate: DateParam,
  deleted: z.enum(['only', 'include']).optional(),
});
