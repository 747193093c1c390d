import { messages } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { insertResponseData } from '../../domain/storages/items.ts';
import { activeStorages } from '../../domain/storages/list-storages.ts';
import { findProject } from '../../domain/projects/find-project.ts';
import { handle } from '../../http/handle.ts';
import { PathId, ProjectPath } from '../../http/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services.ts';

const ResponseData = z.object({ dataStorageId: PathId, responseData: z.unknown() });

/** Stands before the storage routes: these names are no storage ids. */
export function sandboxRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/project/:projectId/dataStorages/sandbox': {
      get: handle(may('sandbox'), { params: ProjectPath }, async ({ caller, params }) => {
        await findProject(services, caller, params.projectId);
        return { data: await activeStorages(services, params.projectId) };
      }),
    },
    '/project/:projectId/dataStorages/postmanSaveData': {
      post: handle(may('sandbox'), { params: ProjectPath, body: ResponseData, status: 201 }, async ({ caller, params, body }) => ({
        message: messages.responseSaved,
        data: await insertResponseData(services, caller, { projectId: params.projectId, storageId: body.dataStorageId }, body.responseData),
      })),
    },
  });
}
