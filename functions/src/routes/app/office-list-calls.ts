import { limits, paging } from '@bedplate/contract';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { exportList } from '../../domain/office/export-list.ts';
import type { OfficeList } from '../../domain/office/lists/office-list.ts';
import { type OfficeListName, officeLists } from '../../domain/office/lists/office-lists.ts';
import { listPage } from '../../domain/office/lists/list-page.ts';
import { walkList } from '../../domain/office/lists/walk-list.ts';
import { handle } from '../../http/handle.ts';
import { After, PathId, Search, SortOrder } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { sendFile } from '../../http/send-file.ts';
import type { Services } from '../../services/services.ts';
import { ruled } from '../../validation/ruled.ts';

const filter = { search: Search, tenantId: PathId.optional(), sortOrder: SortOrder.default('DESC') };
const ListFilter = z.object(filter);
const ListQuery = z.object({
  ...paging(limits.listLimitDefault, limits.listLimit),
  ...filter,
  after: After.optional(),
  afterPage: z
    .string()
    .regex(/^\d{1,9}$/, ruled('afterPageShape'))
    .transform(Number)
    .optional(),
});

/** Makes the two calls of a staff list: one page, and the whole list as a file. */
export function officeListCalls(
  services: Services,
  { may }: AccountGuards,
  name: OfficeListName,
): { page: RequestHandler; file: RequestHandler } {
  const staff = may('superadmin');
  // Only the list itself needs the type of its rows.
  const list = officeLists[name] as unknown as OfficeList;
  return {
    page: handle(staff, { query: ListQuery }, async ({ caller, query }) => ({ ...(await listPage(services, list, { caller, query })) })),
    file: handle(staff, { query: ListFilter }, async ({ caller, query, res }) => {
      const rows = walkList(services, { caller, list, query });
      return sendFile(res, await exportList(services, caller, { name, filter: query, columns: list.columns, rows }), 'csv');
    }),
  };
}
