import { limits } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { downloadSelection, downloadStorage } from '../../domain/records/transfer/download-storage.ts';
import { exportInTurn } from '../../domain/records/transfer/transfer-queues.ts';
import { fileFormats } from '../../domain/records/transfer/file-format.ts';
import { handle } from '../../http/handle.ts';
import { fieldPath } from '../../domain/records/query/parse-filter.ts';
import { After, Flag, StoragePath } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import { sendFile } from '../../http/send-file.ts';
import type { Services } from '../../services/services.ts';
import { ViewQuery } from './view-query.ts';
import { ruled } from '../../validation/ruled.ts';

const Format = z.enum(fileFormats, ruled('parameterOneOf', { name: 'format', allowed: fileFormats.join(', ') })).default('csv');
const DownloadQuery = ViewQuery.extend({
  format: Format,
  bom: Flag,
  delimiter: z.enum([',', ';', '\t', '|'], ruled('delimiterUnknown')).optional(),
  fields: z
    .string()
    .max(limits.fieldNameLength * 100)
    .transform((names) => names.split(',').map((name) => fieldPath('fields', name.trim())))
    .optional(),
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,8}$/, ruled('parameterLeast', { name: 'limit', min: 1 }))
    .transform(Number)
    .optional(),
});
const UsersExport = z.strictObject({ name: z.string().max(limits.nameLength), after: After.optional() });
const Selection = z.strictObject({
  format: Format,
  ids: z
    .array(z.string().min(1).max(limits.clientIdLength))
    .min(1, ruled('idsNone'))
    .max(limits.selection, ruled('idsMany', { max: limits.selection })),
});

/** Sends a data view as a file: all matches, or the selected records. */
export function storageDownloadRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/project/:projectId/dataStorages/:storageId/download': {
      get: handle(may('records.export'), { params: StoragePath, query: DownloadQuery }, async ({ caller, params, query, res }) => {
        const send = async () => sendFile(res, await downloadStorage(services, { caller, path: params, query }), query.format);
        return exportInTurn(caller.tenantId ?? 'staff', send);
      }),
      post: handle(may('records.export'), { params: StoragePath, body: Selection }, async ({ caller, params, body, res }) => {
        const send = async () => sendFile(res, await downloadSelection(services, { caller, path: params, body }), body.format);
        return exportInTurn(caller.tenantId ?? 'staff', send);
      }),
    },
    '/project/:projectId/dataStorages/:storageId/users-export': {
      post: handle(may('records.export'), { params: StoragePath, body: UsersExport }, async ({ caller, params, body: { name, after } }) => {
        const { exportHashes } = await import('../../domain/app-users/export-hashes.ts'); // once for each app, if at all
        return exportHashes(services, caller, { path: params, typed: name, after });
      }),
    },
  });
}
