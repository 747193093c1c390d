import { DeleteForGood, limits, messages, pageSizes, paging } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { deleteProjectForGood } from '../../domain/archive/delete-for-good.ts';
import { listArchivedProjects, recoverProject } from '../../domain/projects/archive.ts';
import { listAccountTrash } from '../../domain/trash/list-account-trash.ts';
import { handle } from '../../http/handle.ts';
import { After, ProjectPath } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

const ArchiveList = z.object(paging(pageSizes.storages, limits.listLimit));

const TrashPart = z.object({ after: After.optional() });

/** DELETE on an archived project means recover, by the specification; POST …/recover does the same. */
export function archivedProjectRoutes(services: Services, { may }: AccountGuards): Router {
  const recover = handle(may('projects.write'), { params: ProjectPath }, async ({ caller, params }) => {
    await recoverProject(services, caller, params.projectId);
    return { message: messages.projectRecovered };
  });
  return routes({
    '/archivedProjects': {
      get: handle(may('projects.list'), { query: ArchiveList }, ({ caller, query }) => listArchivedProjects(services, caller, query)),
    },
    '/trash': {
      get: handle(may('projects.write'), { query: TrashPart }, async ({ caller, query }) => ({
        data: await listAccountTrash(services, caller, query.after),
      })),
    },
    '/archivedProject/:projectId': { delete: recover },
    '/archivedProject/:projectId/delete': {
      post: handle(may('projects.write'), { params: ProjectPath, body: DeleteForGood }, async ({ caller, params, body }) => {
        await deleteProjectForGood(services, { caller, projectId: params.projectId, typed: body.name });
        return { message: 'The project has been deleted for good.' };
      }),
    },
    '/archivedProject/:projectId/recover': { post: recover },
  });
}
