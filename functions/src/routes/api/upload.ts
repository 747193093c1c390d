import type { Router } from 'express';
import type { ApiServices } from '../../api-services.ts';
import { uploadFile } from '../../domain/files/upload-file.ts';
import { handle } from '../../http/handle.ts';
import { routes } from '../../http/routes.ts';
import { keysAndCredit, recordIdOf, storageOf } from './api-guard.ts';

/** A file into a field of a record, as multipart/form-data. */
export function uploadRoutes(services: ApiServices): Router {
  return routes({
    '/:storageKey/:storageId/dataId/:recordId/upload': {
      post: handle(keysAndCredit(services), {}, async ({ caller, req }) => {
        const storage = await storageOf(services, caller, req);
        const { fieldName } = req.query;
        return uploadFile(services.records, storage, recordIdOf(req), req, {
          actor: caller.keyId,
          fieldName: typeof fieldName === 'string' ? fieldName : '',
        });
      }),
    },
  });
}
