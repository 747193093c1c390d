import type { Router } from 'express';
import { UndoOrder } from '../../domain/records/undo/undo-order.ts';
import { undoAuthors } from '../../domain/storages/undo-authors.ts';
import { undoFromConsole } from '../../domain/storages/undo-from-console.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { ProjectPath } from '../../validation/inputs.ts';

/** Takes changes of records back, in one storage or in all of a project. Its jobs are those of the storages. */
export function undoRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/project/:projectId/undo': {
      post: handle(may('storages.write'), { params: ProjectPath, body: UndoOrder }, async ({ caller, params, body }) => ({
        data: await undoFromConsole(services, { caller, projectId: params.projectId, order: body }),
      })),
    },
    '/project/:projectId/undo/authors': {
      get: handle(may('storages.write'), { params: ProjectPath }, async ({ caller, params }) => ({
        data: await undoAuthors(services, caller, params.projectId),
      })),
    },
  });
}
