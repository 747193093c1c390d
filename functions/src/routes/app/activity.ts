import { limits, pageSizes, paging } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { listActivity } from '../../domain/activity/list-activity.ts';
import { handle } from '../../http/handle.ts';
import { ProjectPath } from '../../http/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services.ts';

const ActivityList = z.object(paging(pageSizes.logs, limits.listLimit));

export function activityRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/logs/admin/user-activity-logs/project/:projectId': {
      get: handle(may('activity.read', 'reporting'), { params: ProjectPath, query: ActivityList }, ({ caller, params, query }) =>
        listActivity(services, caller, params.projectId, query),
      ),
    },
  });
}
