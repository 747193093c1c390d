import { StorageChange, StorageInput, limits, messages, pageSizes, paging } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { archiveStorage } from '../../domain/storages/archive.ts';
import { listOwnStorages, listStorages } from '../../domain/storages/list-storages.ts';
import { createStorage, updateStorage } from '../../domain/storages/storages.ts';
import { handle } from '../../http/handle.ts';
import { DateParam, Flag, ProjectPath, Search, SortOrder, StoragePath } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

const StorageList = z.object({
  ...paging(pageSizes.storages, limits.listLimit),
  search: Search,
  sortOrder: SortOrder.default('ASC'),
  filterDeleted: Flag,
  filterDateFrom: DateParam,
  filterDateTo: DateParam,
});

export function storageRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/dataStorages/users': {
      get: handle(may('storages.read'), {}, async ({ caller }) => ({ data: await listOwnStorages(services, caller) })),
    },
    '/project/:projectId/dataStorages': {
      get: handle(may('storages.read', 'tenants.read'), { params: ProjectPath, query: StorageList }, ({ caller, params, query }) =>
        listStorages(services, { caller, projectId: params.projectId, query }),
      ),
      post: handle(may('storages.write'), { params: ProjectPath, body: StorageInput, status: 201 }, async ({ caller, params, body }) => ({
        message: messages.storageCreated,
        data: await createStorage(services, { caller, projectId: params.projectId, input: body }),
      })),
    },
  });
}

/** Changes one storage; storage-data.ts reads its records at the same path. */
export function storageWrites(services: Services, { may }: AccountGuards) {
  return {
    put: handle(may('storages.write'), { params: StoragePath, body: StorageChange }, async ({ caller, params, body }) => ({
      message: messages.storageUpdated,
      data: await updateStorage(services, { caller, path: params, change: body }),
    })),
    delete: handle(may('storages.write'), { params: StoragePath }, async ({ caller, params }) => {
      await archiveStorage(services, caller, params);
      return { message: messages.storageDeleted };
    }),
  };
}
