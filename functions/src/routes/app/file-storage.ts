import type { Router } from 'express';
import { fileOrders } from '@bedplate/contract';
import { z } from 'zod';
import { fileUsageOf, listFileFolders, listFolderFiles } from '../../domain/files/list-files.ts';
import { uploadNewFile } from '../../domain/files/upload-new-file.ts';
import { handle } from '../../http/handle.ts';
import { ifOn } from '../../http/if-on.ts';
import { PathId, ProjectPath } from '../../validation/inputs.ts';
import type { AccountGuards } from '../../http/require-capability.ts';
import { routes } from '../../http/routes.ts';
import type { Services } from '../../services/services.ts';
import { ruled } from '../../validation/ruled.ts';

const filesPerPage = 60;
const FolderPath = z.object({ projectId: PathId, storageKey: z.string().max(200) });
const wholeNumber = ruled('parameterWhole', { name: 'limit', min: 1, max: 200 });
const FileList = z.object({
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/, wholeNumber)
    .transform(Number)
    .refine((n) => n >= 1 && n <= 200, wholeNumber)
    .default(filesPerPage),
  order: z.enum(fileOrders, ruled('parameterOneOf', { name: 'order', allowed: fileOrders.join(', ') })).default('newest'),
  /** `nextCursor` of the previous page, which may hold a file's name. */
  cursor: z.string().max(4000).optional(),
});

/** Files of records, by storage. A file is deleted with its record. */
export function fileStorageRoutes(services: Services, { may }: AccountGuards): Router {
  return routes({
    '/fileStorage/:projectId/folders': {
      get: handle(may('files'), { params: ProjectPath }, async ({ caller, params }) => ({
        data: await listFileFolders(services, caller, params.projectId),
        usage: await fileUsageOf(services, caller, params.projectId),
      })),
    },
    '/fileStorage/:projectId/:storageKey/files': {
      get: handle(may('files'), { params: FolderPath, query: FileList }, async ({ caller, params, query }) => ({
        ...(await listFolderFiles(services, { caller, params, page: query })),
      })),
      post: handle(
        ifOn(services, 'fileUploads', may('files')),
        { params: FolderPath, readsBody: true, status: 201 },
        ({ caller, params, req }) => uploadNewFile(services, { caller, params, req }),
      ),
    },
  });
}
