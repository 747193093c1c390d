import type { Router } from 'express';
import { z } from 'zod';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { keysOnly } from '../../domain/app-users/reach.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import { UndoOrder } from '../../domain/records/undo/undo-order.ts';
import { withIdempotency } from '../../domain/records/write/idempotency.ts';
import { namedOutcomes } from '../../domain/storages/named-outcomes.ts';
import { beginInProject, type BegunUndo, outcomesOf, undoInProject, workedOn } from '../../domain/storages/undo-in-project.ts';
import { notFound } from '../../errors/api-error.ts';
import { handle } from '../../http/handle.ts';
import { readJson } from '../../http/read-json.ts';
import { routes } from '../../http/routes.ts';
import { check } from '../../validation/check.ts';
import { PathId } from '../../validation/inputs.ts';
import type { ApiServices } from './api-services.ts';
import { guarded, identifyCaller, ownStorage, paidCall } from './guards.ts';
import { authorOf, idempotentRequest, onlyParameters } from './storage-call.ts';

/** Takes changes back: of a key, a user, an import, a call, a job, a record or a span of time. Only the account's own pair may: `requirePlace` lets no named key to a path without a storage. */
export function undoRoutes(services: ApiServices): Router {
  const guard = guarded(services, [identifyCaller, ...paidCall]);
  return routes({
    '/undo': {
      post: handle(guard, {}, async ({ caller, req }) => {
        keysOnly(caller);
        onlyParameters(req, 'an undo', []);
        const order = check(UndoOrder, (await readJson(req)) ?? {});
        const { tenantId, projectId } = caller;
        const { records } = services;
        const place = { tenantId, projectId, findStorage: (id: string) => storageOf(services, { caller, id, what: 'Storage' }) };
        const author = authorOf(caller, req);
        if (order.dryRun) {
          const outcomes = await undoInProject(records, place, { order, author });
          return { data: await namedOutcomes(services, caller, { outcomes, key: caller }) };
        }
        const { body } = await withIdempotency<BegunUndo>(records, idempotentRequest(caller, req, order), {
          work: (hook) => beginInProject(records, place, { order, author, hook }),
          answer: (begun) => ({ status: 200, body: { begun } }),
        });
        return { data: await outcomesOf(records, body.begun as BegunUndo) }; // as `answer` made it
      }),
    },
    '/undo/:storageId/:jobId': {
      get: handle(guard, { params: z.object({ storageId: PathId, jobId: PathId }) }, async ({ caller, params, req }) => {
        keysOnly(caller);
        onlyParameters(req, 'an undo', []);
        const storage = await storageOf(services, { caller, id: params.storageId, what: 'Job' });
        return { data: await workedOn(services.records, storage.id, params.jobId) };
      }),
    },
  });
}

async function storageOf(
  services: ApiServices,
  { caller, id, what }: { caller: ApiCaller; id: string; what: 'Storage' | 'Job' },
): Promise<StorageRow> {
  const storage = await ownStorage(services, caller, id);
  if (!storage) throw notFound(what);
  return storage;
}
