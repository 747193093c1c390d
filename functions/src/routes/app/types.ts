import type { Router } from 'express';
import { findProject } from '../../domain/callers/find-project.ts';
import { projectTypes } from '../../domain/type-declarations/project-types.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { ProjectPath } from '../../validation/inputs.ts';

/** The records of a project as TypeScript declarations, to copy. */
export function projectTypeRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/project/:projectId/types': {
      get: handle(may('storages.write'), { params: ProjectPath }, async ({ caller, params }) => {
        const { id, data } = await findProject(services, caller, params.projectId);
        return { data: await projectTypes(services, { tenantId: data.tenantId, projectId: id }, data.name) };
      }),
    },
  });
}
