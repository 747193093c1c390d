import { AppUserInvitationInput } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { invitationsOf, inviteFromConsole, revokeFromConsole } from '../../domain/storages/user-invitations.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { StoragePath } from '../../validation/inputs.ts';

const InvitationPath = StoragePath.extend({ invitationId: z.string().min(1).max(100) });

/** The people whom a project's members invite into a users storage. */
export function userInvitationRoutes(services: Services, { may }: AccountGuards): Router {
  const path = '/project/:projectId/dataStorages/:storageId/invitations';
  return routes({
    [path]: {
      get: handle(may('storages.write'), { params: StoragePath }, async ({ caller, params }) => ({
        data: await invitationsOf(services, caller, params),
      })),
      post: handle(may('storages.write'), { params: StoragePath, body: AppUserInvitationInput }, async ({ caller, params, body }) => ({
        data: await inviteFromConsole(services, caller, { path: params, invited: body }),
      })),
    },
    [`${path}/:invitationId`]: {
      delete: handle(may('storages.write'), { params: InvitationPath }, async ({ caller, params }) => {
        await revokeFromConsole(services, caller, params);
        return {};
      }),
    },
  });
}
