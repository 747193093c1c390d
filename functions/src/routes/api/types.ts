import type { Router } from 'express';
import { requireVerb } from '../../domain/api-keys/key-scope.ts';
import { answerText } from '../../http/answer-text.ts';
import { handle } from '../../http/handle.ts';
import { routes } from '../../http/routes.ts';
import { projects } from '../../store/collections.ts';
import type { ApiServices } from './api-services.ts';
import { guarded, identifyKeys, paidCall } from './guards.ts';
import { onlyParameters } from './storage-call.ts';

/** Declares the records of a project for TypeScript. */
export function typeRoutes(services: ApiServices): Router {
  return routes({
    '/types.d.ts': {
      get: handle(guarded(services, [identifyKeys, ...paidCall]), {}, async ({ caller, req, res }) => {
        onlyParameters(req, 'the types of a project', []);
        requireVerb(caller.scope, 'read'); // the names of fields are content
        const { projectTypes } = await import('../../domain/type-declarations/project-types.ts'); // seldom asked for
        const project = await services.caches.projects.get(projects.path(caller.projectId));
        answerText(req, res, await projectTypes(services, caller, project?.data.name ?? 'Bedplate'));
        return undefined;
      }),
    },
  });
}
