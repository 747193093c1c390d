import { DeleteForGood, limits, messages, pageSizes, paging } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { deleteStorageForGood } from '../../domain/archive/delete-for-good.ts';
import { listArchivedStorages, recoverStorage } from '../../domain/storages/archive.ts';
import { listProjectTrash } from '../../domain/trash/list-project-trash.ts';
import { handle } from '../../http/handle.ts';
import { After, ProjectPath, StoragePath } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

const ArchiveList = z.object(paging(pageSizes.storages, limits.listLimit));

const TrashPart = z.object({ after: After.optional() });

export function archivedStorageRoutes(services: Services, { may }: AccountGuards): Router {
  const recover = handle(may('storages.archived'), { params: StoragePath }, async ({ caller, params }) => {
    await recoverStorage(services, caller, params);
    return { message: messages.storageRecovered };
  });
  return routes({
    '/project/:projectId/archivedStorages': {
      get: handle(may('storages.archived'), { params: ProjectPath, query: ArchiveList }, ({ caller, params, query }) =>
        listArchivedStorages(services, { caller, projectId: params.projectId, page: query }),
      ),
    },
    '/project/:projectId/trash': {
      get: handle(may('storages.archived'), { params: ProjectPath, query: TrashPart }, async ({ caller, params, query }) => ({
        data: await listProjectTrash(services, { caller, projectId: params.projectId, after: query.after }),
      })),
    },
    '/project/:projectId/archivedStorage/:storageId': { delete: recover },
    '/project/:projectId/archivedStorage/:storageId/delete': {
      post: handle(may('projects.write'), { params: StoragePath, body: DeleteForGood }, async ({ caller, params, body }) => {
        await deleteStorageForGood(services, { caller, params, typed: body.name });
        return { message: 'The storage has been deleted for good.' };
      }),
    },
    '/project/:projectId/archivedStorage/:storageId/recover': { post: recover },
  });
}
