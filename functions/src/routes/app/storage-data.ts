import { limits, messages, paging } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { downloadStorage } from '../../domain/export/download-storage.ts';
import { deleteItem, restoreItem, updateItem } from '../../domain/storages/items.ts';
import { viewStorage } from '../../domain/storages/view-storage.ts';
import { handle } from '../../http/handle.ts';
import { DateParam, Flag, ItemPath, Search, SortOrder, StoragePath } from '../../http/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services.ts';
import { storageWrites } from './storages.ts';

const DataView = z.object({
  ...paging(limits.listLimitDefault, limits.dataViewLimit),
  search: Search,
  sortBy: z.string().max(limits.fieldNameLength).optional(),
  sortOrder: SortOrder.optional(),
  startDate: DateParam,
  endDate: DateParam,
  deleted: z.enum(['only', 'include']).optional(),
});
const Download = z.object({
  search: Search,
  sortBy: z.string().max(limits.fieldNameLength).optional(),
  sortOrder: SortOrder.optional(),
  startDate: DateParam,
  endDate: DateParam,
  deleted: z.enum(['only', 'include']).optional(),
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,8}$/, 'limit must be a whole number of at least 1.')
    .transform(Number)
    .optional(),
});
const ItemChange = z.object({ data: z.record(z.string(), z.unknown()) });
const ItemRemoval = z.object({ permanent: Flag });

/** The data view of the console: a storage's records, page by page, and changes to single ones. */
export function storageDataRoutes(services: Services, guards: AccountGuards): Router {
  const { may } = guards;
  return routes({
    '/project/:projectId/dataStorages/:storageId': {
      get: handle(may('records.read'), { params: StoragePath, query: DataView }, ({ caller, params, query }) =>
        viewStorage(services, caller, params, query),
      ),
      ...storageWrites(services, guards),
    },
    '/project/:projectId/dataStorages/:storageId/download': {
      get: handle(may('records.export'), { params: StoragePath, query: Download }, async ({ caller, params, query, res }) => {
        const { fileName, writeTo } = await downloadStorage(services, caller, params, query);
        res.status(200).set({
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="data.csv"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
        });
        // The answer has begun: a failure can only break it off, which the browser reports.
        await writeTo(res).catch((cause: unknown) => res.destroy(cause instanceof Error ? cause : undefined));
        return undefined;
      }),
    },
    '/project/:projectId/dataStorages/:storageId/item/:itemId': {
      put: handle(may('records.write'), { params: ItemPath, body: ItemChange }, async ({ caller, params, body }) => ({
        message: messages.recordUpdatedToast,
        data: await updateItem(services, caller, params, body.data),
      })),
      delete: handle(may('records.write'), { params: ItemPath, query: ItemRemoval }, async ({ caller, params, query }) => {
        await deleteItem(services, caller, params, query.permanent ?? false);
        return { message: messages.recordDeletedToast };
      }),
    },
    '/project/:projectId/dataStorages/:storageId/item/:itemId/restore': {
      post: handle(may('records.write'), { params: ItemPath }, async ({ caller, params }) => ({
        message: messages.recordRestored,
        data: await restoreItem(services, caller, params),
      })),
    },
  });
}
