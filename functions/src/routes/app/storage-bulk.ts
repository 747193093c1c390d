import { limits, TrashWork } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { bulkItems } from '../../domain/storages/bulk-items.ts';
import { selectIds } from '../../domain/storages/select-ids.ts';
import { workTrash } from '../../domain/trash/work-trash.ts';
import { handle } from '../../http/handle.ts';
import { After, StoragePath } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { ViewQuery } from './view-query.ts';
import { ruled } from '../../validation/ruled.ts';

const RecordId = z.string().min(1).max(limits.clientIdLength);
const BulkInput = z.strictObject({
  action: z.enum(['delete', 'restore', 'purge'], ruled('parameterOneOf', { name: 'action', allowed: 'delete, restore, purge' })),
  ids: z
    .array(RecordId)
    .min(1, ruled('idsNone'))
    .max(limits.selectionPart, ruled('idsMany', { max: limits.selectionPart })),
  log: z.string().max(64).optional(),
});

const WorkInput = TrashWork.extend({ after: After.optional() });

/** Actions of the data view on selected records, and of the trash on all that are deleted. */
export function storageBulkRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/project/:projectId/dataStorages/:storageId/ids': {
      get: handle(may('records.write', 'records.export'), { params: StoragePath, query: ViewQuery }, async ({ caller, params, query }) => ({
        data: await selectIds(services, { caller, path: params, query }),
      })),
    },
    '/project/:projectId/dataStorages/:storageId/bulk': {
      post: handle(may('records.write'), { params: StoragePath, body: BulkInput }, async ({ caller, params, body }) => ({
        data: await bulkItems(services, { caller, path: params, body }),
      })),
    },
    '/project/:projectId/dataStorages/:storageId/trash': {
      post: handle(may('records.write'), { params: StoragePath, body: WorkInput }, async ({ caller, params, body }) => ({
        data: await workTrash(services, { caller, path: params, work: body }),
      })),
    },
  });
}
