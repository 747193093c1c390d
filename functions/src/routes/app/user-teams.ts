import type { Router } from 'express';
import { z } from 'zod';
import { deleteStorageTeam, teamsOfStorage } from '../../domain/app-teams/storage-teams.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { After, StoragePath } from '../../validation/inputs.ts';

const TeamPath = StoragePath.extend({ teamId: z.string().min(1).max(100) });
const Page = z.object({ after: After.optional() });

/** The teams that users of an app have formed, for a project's members. */
export function userTeamRoutes(services: Services, { may }: AccountGuards): Router {
  const path = '/project/:projectId/dataStorages/:storageId/teams';
  return routes({
    [path]: {
      get: handle(may('storages.write'), { params: StoragePath, query: Page }, ({ caller, params, query }) =>
        teamsOfStorage(services, caller, { ...params, after: query.after }).then((page) => ({ ...page })),
      ),
    },
    [`${path}/:teamId`]: {
      delete: handle(may('storages.write'), { params: TeamPath }, async ({ caller, params }) => {
        await deleteStorageTeam(services, caller, params);
        return {};
      }),
    },
  });
}
