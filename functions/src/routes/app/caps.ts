import { messages, ProjectCapsChange } from '@bedplate/contract';
import type { Router } from 'express';
import { projectCaps, setProjectCaps } from '../../domain/spend/project-caps.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import { ProjectPath } from '../../validation/inputs.ts';
import type { Services } from '../../services/services.ts';

/** Caps of a project's credits. Those of keys are with the keys. */
export function capRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/project/:projectId/caps': {
      get: handle(may('usage.read'), { params: ProjectPath }, async ({ caller, params }) => ({
        data: await projectCaps(services, caller, params.projectId),
      })),
      put: handle(
        may('billing.manage'),
        { params: ProjectPath, body: ProjectCapsChange, echoed: ['used', 'resetsAt'] },
        async ({ caller, params, body }) => ({
          message: messages.capsSaved,
          data: await setProjectCaps(services, { caller, projectId: params.projectId, caps: body }),
        }),
      ),
    },
  });
}
