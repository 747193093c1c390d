import { limits } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { importPart, undoPart } from '../../domain/records/transfer/import-part.ts';
import { importInTurn } from '../../domain/records/transfer/transfer-queues.ts';
import { handle } from '../../http/handle.ts';
import { ifOn } from '../../http/if-on.ts';
import { Flag, StoragePath } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { ruled } from '../../validation/ruled.ts';

const ImportKey = z.string().regex(/^[\w-]{8,64}$/, ruled('importKeyShape'));
const Part = z
  .int()
  .min(0)
  .max(limits.importParts, ruled('importPartsMany', { max: limits.importParts }));
const LogId = z.string().max(64).optional();
const PartInput = z.strictObject({
  key: ImportKey,
  part: Part,
  fileName: z.string().trim().min(1).max(limits.uploadNameLength),
  rows: z
    .array(z.strictObject({ row: z.int().min(1), value: z.unknown() }))
    .min(1, ruled('rowsNone'))
    .max(limits.importPartRows, ruled('rowsMany', { max: limits.importPartRows })),
  dryRun: z.boolean().default(false),
  log: LogId,
});
const UndoPath = StoragePath.extend({
  importKey: ImportKey,
  part: z
    .string()
    .regex(/^\d{1,9}$/, ruled('parameterInteger', { name: 'part' }))
    .transform(Number)
    .pipe(Part),
});
const UndoQuery = z.object({ force: Flag, log: LogId });

/** Imports a file's rows from the console in parts, and undoes an import. */
export function storageImportRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/project/:projectId/dataStorages/:storageId/import': {
      post: handle(
        ifOn(services, 'imports', may('records.write')),
        { params: StoragePath, body: PartInput, rowByRow: 'rows', keepsDigits: true },
        async ({ caller, params, body }) => ({
          data: await importInTurn(caller.tenantId ?? 'staff', () => importPart(services, { caller, path: params, given: body })),
        }),
      ),
    },
    '/project/:projectId/dataStorages/:storageId/import/:importKey/:part': {
      delete: handle(may('records.write'), { params: UndoPath, query: UndoQuery }, async ({ caller, params, query }) => ({
        data: await undoPart(services, {
          caller,
          path: params,
          options: {
            key: params.importKey,
            part: params.part,
            force: query.force ?? false,
            log: query.log,
          },
        }),
      })),
    },
  });
}
