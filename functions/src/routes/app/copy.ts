import { nextPartHeader } from '@bedplate/contract';
import type { Response, Router } from 'express';
import { z } from 'zod';
import { copyContents } from '../../domain/copies/copy-contents.ts';
import { copiedFiles, copyFile } from '../../domain/copies/copy-files.ts';
import { copyRecords } from '../../domain/copies/copy-records.ts';
import { handle } from '../../http/handle.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { PathId } from '../../validation/inputs.ts';
import { ruled } from '../../validation/ruled.ts';

const Wanted = z.object({ projectId: PathId.optional(), storageId: PathId.optional() });
const CopiedPath = z.object({ storageId: PathId });
const RecordsPart = z.object({ after: z.string().max(2000).optional() });
const FilesPart = z.object({ from: z.string().max(4000).optional() });
const FilePart = z.object({
  path: z.string().min(1, ruled('pathMissing')).max(2000),
  from: z
    .string()
    .regex(/^\d{1,12}$/, ruled('parameterInteger', { name: 'from' }))
    .transform(Number)
    .default(0),
});

/** A copy of everything: what it holds, then records and files in parts, which the console puts into one file. */
export function copyRoutes(services: Services, { may }: AccountGuards): Router {
  const guard = may('records.export');
  return routes({
    '/copy': {
      get: handle(guard, { query: Wanted }, async ({ caller, query }) => ({ data: await copyContents(services, caller, query) })),
    },
    '/copy/:storageId/records': {
      get: handle(guard, { params: CopiedPath, query: RecordsPart }, async ({ caller, params, query, res }) =>
        send(
          res,
          'application/x-ndjson; charset=utf-8',
          await copyRecords(services, { caller, storageId: params.storageId, after: query.after }),
        ),
      ),
    },
    '/copy/:storageId/files': {
      get: handle(guard, { params: CopiedPath, query: FilesPart }, ({ caller, params, query }) =>
        copiedFiles(services, { caller, storageId: params.storageId, from: query.from }),
      ),
    },
    '/copy/:storageId/file': {
      get: handle(guard, { params: CopiedPath, query: FilePart }, async ({ caller, params, query, res }) =>
        send(res, 'application/octet-stream', await copyFile(services, { caller, storageId: params.storageId, query })),
      ),
    },
  });
}

function send(res: Response, type: string, { content, next }: { content: string | Buffer; next?: string }): undefined {
  res.status(200).set({ 'Content-Type': type, 'Content-Disposition': 'attachment', ...(next ? { [nextPartHeader]: next } : {}) });
  res.send(content);
  return undefined;
}
