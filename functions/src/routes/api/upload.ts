import { limits } from '@bedplate/contract';
import type { Request, Router } from 'express';
import { z } from 'zod';
import type { ApiServices } from './api-services.ts';
import { shownToWriter } from '../../domain/app-users/reach.ts';
import { beginUpload, cancelUpload, completeUpload } from '../../domain/files/resumable-upload.ts';
import { withIdempotency } from '../../domain/records/write/idempotency.ts';
import { type Uploaded, uploadFile } from '../../domain/files/upload-file.ts';
import { check } from '../../validation/check.ts';
import { readJson } from '../../http/read-json.ts';
import { routes } from '../../http/routes.ts';
import { textOf } from './parameters.ts';
import { answerWith, authorOf, idempotentRequest, onlyParameters, recordIdOf, type StorageCall, storageEndpoints } from './storage-call.ts';

export const Plan = z.strictObject({
  name: z.string().normalize('NFC').min(1).max(limits.uploadNameLength),
  /** Bytes. */
  size: z.int().min(1, 'size must be the number of bytes, at least 1.'),
  type: z.string().max(200).optional(),
});
export const Completion = z.strictObject({ uploadId: z.string().min(1).max(100) });

/** Uploads files into records' fields: through this API, or directly to Cloud Storage when they are large. */
export function uploadRoutes(services: ApiServices): Router {
  const endpoint = storageEndpoints(services);
  const record = '/:storageKey/:storageId/dataId/:recordId';
  return routes({
    [`${record}/upload`]: {
      post: endpoint('write', async (call) => {
        const { caller, req, storage, owner, onForeign, closed, access } = call;
        const options = { ...authorOf(caller, req), owner, onForeign, closed, access: access?.writes, fieldName: fieldNameOf(req) };
        return shown(call, await uploadFile(services.records, storage, { recordId: recordIdOf(req), req, ...options }));
      }),
    },
    [`${record}/upload-url`]: {
      post: endpoint('write', async ({ req, storage, owner, onForeign, closed, access }) => {
        const plan = check(Plan, (await readJson(req)) ?? {});
        const options = { owner, onForeign, closed, access: access?.writes, fieldName: fieldNameOf(req), origin: req.get('Origin') };
        const data = await beginUpload(services.records, storage, { recordId: recordIdOf(req), plan, ...options });
        return answerWith(req, { status: 201, body: { data } });
      }),
    },
    [`${record}/upload-complete`]: {
      post: endpoint('write', async (call) => {
        const { caller, req, storage, owner, onForeign, closed, access } = call;
        onlyParameters(req, 'completing an upload', []);
        const { uploadId } = check(Completion, (await readJson(req)) ?? {});
        const who = { ...authorOf(caller, req), owner, onForeign, closed, access: access?.writes };
        const answer = await withIdempotency<Uploaded>(services.records, idempotentRequest(caller, req, { uploadId }), {
          work: (hook) => completeUpload(services.records, storage, { recordId: recordIdOf(req), uploadId, ...who, hook }),
          answer: (uploaded) => ({ status: 200, body: shown(call, uploaded) }),
        });
        return answerWith(req, answer);
      }),
    },
    [`${record}/upload-cancel`]: {
      post: endpoint('write', async ({ req, storage, owner, onForeign, access }) => {
        onlyParameters(req, 'giving up an upload', []);
        const { uploadId } = check(Completion, (await readJson(req)) ?? {});
        await cancelUpload(services.records, storage, { recordId: recordIdOf(req), uploadId, owner, onForeign, access: access?.writes });
        return { message: 'The upload was given up' };
      }),
    },
  });
}

/** Hides the record's fields from a caller who may not read them; the file is the caller's own. */
function shown(call: StorageCall, answer: Uploaded): Uploaded {
  return { ...answer, data: shownToWriter(call, answer.data) };
}

function fieldNameOf(req: Request): string {
  onlyParameters(req, 'an upload', ['fieldName']);
  return textOf(req, 'fieldName') ?? '';
}
