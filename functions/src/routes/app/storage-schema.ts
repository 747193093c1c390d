import { SchemaChange } from '@bedplate/contract';
import type { Router } from 'express';
import { readSchema } from '../../domain/records/schema/save-schema.ts';
import { changeSchema } from '../../domain/records/schema-change/change-schema.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { StoragePath } from '../../validation/inputs.ts';

/** The fields of a storage: what they are, and whether records that disagree are refused. */
export function storageSchemaRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/project/:projectId/dataStorages/:storageId/schema': {
      get: handle(may('storages.write'), { params: StoragePath }, async ({ caller, params }) => ({
        data: await readSchema(services, caller, params),
      })),
      put: handle(may('storages.write'), { params: StoragePath, body: SchemaChange }, async ({ caller, params, body }) => ({
        data: await changeSchema(services, caller, params, body),
      })),
    },
  });
}
