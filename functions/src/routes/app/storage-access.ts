import { AccessChange, AccessTrial, AccessTryAs, ruleFault } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { accessVersion, accessVersions, readAccess, saveAccess, tryAccess, tryAccessAs } from '../../domain/grants/save-access.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { tellFaultsOf } from '../../validation/check.ts';
import { StoragePath } from '../../validation/inputs.ts';

tellFaultsOf('grants', ruleFault);

const VersionPath = StoragePath.extend({ version: z.coerce.number().int().min(0) });

/** The rules of a storage about who may see and change its records. */
export function storageAccessRoutes(services: Services, { may }: AccountGuards): Router {
  const path = '/project/:projectId/dataStorages/:storageId/access';
  return routes({
    [path]: {
      get: handle(may('storages.write'), { params: StoragePath }, async ({ caller, params }) => ({
        data: await readAccess(services, caller, params),
      })),
      put: handle(may('storages.write'), { params: StoragePath, body: AccessChange }, async ({ caller, params, body }) => ({
        data: await saveAccess(services, caller, { path: params, change: body }),
      })),
    },
    [`${path}/impact`]: {
      post: handle(may('storages.write'), { params: StoragePath, body: AccessTrial }, async ({ caller, params, body }) => ({
        data: await tryAccess(services, caller, { path: params, trial: body }),
      })),
    },
    [`${path}/try-as`]: {
      post: handle(may('storages.write'), { params: StoragePath, body: AccessTryAs }, async ({ caller, params, body }) => ({
        data: await tryAccessAs(services, caller, { path: params, trial: body }),
      })),
    },
    [`${path}/versions`]: {
      get: handle(may('storages.write'), { params: StoragePath }, async ({ caller, params }) => ({
        data: await accessVersions(services, caller, params),
      })),
    },
    [`${path}/versions/:version`]: {
      get: handle(may('storages.write'), { params: VersionPath }, async ({ caller, params }) => ({
        data: await accessVersion(services, caller, params),
      })),
    },
  });
}
