import { FaultQuery, limits, SchemaRepair } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { changeSchema } from '../../domain/records/schema-change/change-schema.ts';
import { checkStored } from '../../domain/records/schema-change/check-stored.ts';
import { faultyRecords } from '../../domain/records/schema-change/faulty-records.ts';
import { repairSchema } from '../../domain/records/schema-change/repair-schema.ts';
import { GivenSchemaChange, GivenSchemaCheck } from '../../domain/records/schema/given-schema.ts';
import { proposeFields } from '../../domain/records/schema/propose-fields.ts';
import { readSchema } from '../../domain/records/schema/save-schema.ts';
import { fieldUses } from '../../domain/field-uses/field-uses.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { After, StoragePath } from '../../validation/inputs.ts';

const OfField = z.object({ field: z.string().min(1).max(limits.fieldNameLength) });

/** The fields of a storage: what they are, and whether records that disagree are refused. */
export function storageSchemaRoutes(services: Services, { may }: AccountGuards): Router {
  const path = '/project/:projectId/dataStorages/:storageId/schema';
  return routes({
    [path]: {
      get: handle(may('storages.write'), { params: StoragePath }, async ({ caller, params }) => ({
        data: await readSchema(services, caller, params),
      })),
      put: handle(
        may('storages.write'),
        { params: StoragePath, body: GivenSchemaChange, keepsDigits: true },
        async ({ caller, params, body }) => ({
          data: await changeSchema(services, { caller, path: params, change: body }),
        }),
      ),
    },
    [`${path}/proposal`]: {
      get: handle(may('storages.write'), { params: StoragePath }, async ({ caller, params }) => ({
        data: await proposeFields(services, caller, params),
      })),
    },
    [`${path}/uses`]: {
      get: handle(may('storages.write'), { params: StoragePath, query: OfField }, async ({ caller, params, query }) => ({
        data: await fieldUses(services, { caller, path: params, field: query.field }),
      })),
    },
    [`${path}/repairs`]: {
      post: handle(may('storages.write'), { params: StoragePath, body: SchemaRepair }, async ({ caller, params, body }) => ({
        data: { jobId: await repairSchema(services, { caller, params, repair: body }) },
      })),
    },
    [`${path}/check`]: {
      post: handle(
        may('storages.write'),
        { params: StoragePath, body: GivenSchemaCheck, keepsDigits: true },
        async ({ caller, params, body }) => ({
          ...(await checkStored(services, { caller, params, asked: body })),
        }),
      ),
    },
    [`${path}/faults`]: {
      get: handle(
        may('storages.write'),
        { params: StoragePath, query: FaultQuery.extend({ after: After.optional() }) },
        async ({ caller, params, query }) => ({
          ...(await faultyRecords(services, { caller, params, query })),
        }),
      ),
    },
  });
}
