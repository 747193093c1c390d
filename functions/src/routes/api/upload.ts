import type { Router } from 'express';
import type { ApiServices } from '../../api-services.ts';
import { uploadFile } from '../../domain/files/upload-file.ts';
import { routes } from '../../http/routes.ts';
import { recordIdOf, storageEndpoints, textOf } from './storage-call.ts';

/** A file into a field of a record, as multipart/form-data. */
export function uploadRoutes(services: ApiServices): Router {
  const endpoint = storageEndpoints(services);
  return routes({
    '/:storageKey/:storageId/dataId/:recordId/upload': {
      post: endpoint('write', ({ caller, req, storage, owner }) =>
        uploadFile(services.records, storage, recordIdOf(req), req, {
          actor: caller.keyId,
          owner,
          fieldName: textOf(req, 'fieldName') ?? '',
        }),
      ),
    },
  });
}
