import { SavedViewChange, SavedViewInput } from '@bedplate/contract';
import type { Router } from 'express';
import { addSavedView, changeSavedView, deleteSavedView, listSavedViews } from '../../domain/storages/saved-views.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { PathId, StoragePath } from '../../validation/inputs.ts';

const ViewPath = StoragePath.extend({ viewId: PathId });

/** Named views of a storage's records: whoever reads records picks one, whoever writes records keeps them. */
export function savedViewRoutes(services: Services, { may }: AccountGuards): Router {
  const path = '/project/:projectId/dataStorages/:storageId/views';
  return routes({
    [path]: {
      get: handle(may('records.read'), { params: StoragePath }, async ({ caller, params }) => ({
        data: await listSavedViews(services, caller, params),
      })),
      post: handle(may('records.write'), { params: StoragePath, body: SavedViewInput, status: 201 }, async ({ caller, params, body }) => ({
        data: await addSavedView(services, caller, { path: params, input: body }),
      })),
    },
    [`${path}/:viewId`]: {
      put: handle(may('records.write'), { params: ViewPath, body: SavedViewChange }, async ({ caller, params, body }) => {
        await changeSavedView(services, caller, { path: params, change: body });
        return {};
      }),
      delete: handle(may('records.write'), { params: ViewPath }, async ({ caller, params }) => {
        await deleteSavedView(services, caller, params);
        return {};
      }),
    },
  });
}
