import type { Request, Router } from 'express';
import type { ApiServices } from './api-services.ts';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { describeGeneral, describeProject } from '../../domain/openapi/describe.ts';
import { knownStorages } from '../../domain/openapi/known-storages.ts';
import { answerJson, handle } from '../../http/handle.ts';
import { routes } from '../../http/routes.ts';
import { projects } from '../../store/collections.ts';
import { guarded, identifyKeys, paidCall } from './guards.ts';
import { onlyParameters } from './storage-call.ts';

/** Describes the API: in general for everybody, and a project's own API with its keys. */
export function openApiRoutes(services: ApiServices): Router {
  return routes({
    '/openapi.json': {
      get: handle(guarded(services, [identifyIfKeys, ...paidCall]), {}, async ({ caller, req, res }) => {
        if (caller) onlyParameters(req, 'the description of a project', []);
        const { publicOrigin } = services.config;
        answerJson(res, 200, caller ? await projectDescription(services, caller) : describeGeneral(publicOrigin));
        return undefined;
      }),
    },
  });
}

/** The general description needs no keys and costs nothing. */
async function identifyIfKeys(services: ApiServices, req: Request): Promise<ApiCaller | null> {
  return req.get('X-API-Key') === undefined ? null : identifyKeys(services, req);
}

async function projectDescription(services: ApiServices, caller: ApiCaller) {
  const [storages, project] = await Promise.all([
    knownStorages(services, caller),
    services.caches.projects.get(projects.path(caller.projectId)),
  ]);
  return describeProject(services.config.publicOrigin, project?.data.name ?? 'Bedplate', storages);
}
