import { limits, pageSizes, paging } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { listActivity } from '../../domain/activity/list-activity.ts';
import { handle } from '../../http/handle.ts';
import { PathId, ProjectPath } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';

const page = paging(pageSizes.logs, limits.listLimit);
const ActivityList = z.object(page);
const ReportedActivity = z.object({ ...page, projectId: PathId });

export function activityRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/logs/admin/user-activity-logs/project/:projectId': {
      get: handle(may('activity.read'), { params: ProjectPath, query: ActivityList }, ({ caller, params, query }) =>
        listActivity(services, { caller, projectId: params.projectId, query }),
      ),
    },
    // Only admins read the log; others see a project's activity in its report.
    '/reporting/activity': {
      get: handle(may('reporting'), { query: ReportedActivity }, ({ caller, query: { projectId, ...page } }) =>
        listActivity(services, { caller, projectId, query: page }),
      ),
    },
  });
}
