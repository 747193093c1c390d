import type { Router } from 'express';
import { z } from 'zod';
import { keysOnly } from '../../domain/app-users/reach.ts';
import { eraseRecord } from '../../domain/records/erasure/erase-record.ts';
import { ApiError } from '../../errors/api-error.ts';
import { handle } from '../../http/handle.ts';
import { readJson } from '../../http/read-json.ts';
import { routes } from '../../http/routes.ts';
import { check } from '../../validation/check.ts';
import type { ApiServices } from './api-services.ts';
import { guarded, identifyCaller, paidCall, storageOf } from './guards.ts';
import { authorOf, onlyParameters, recordIdOf } from './storage-call.ts';

export const Erasure = z.strictObject({ withOwn: z.boolean().optional() });

/** Erases records for good, with their history. Only the account's own pair may: a stolen named key would cover its traces. */
export function eraseRoutes(services: ApiServices): Router {
  const guard = guarded(services, [identifyCaller, ...paidCall]);
  return routes({
    '/:storageKey/:storageId/dataId/:recordId/erase': {
      post: handle(guard, {}, async ({ caller, req }) => {
        keysOnly(caller);
        if (caller.scope) throw new ApiError('permission-denied', 'An erasure asks for the key pair of the account.');
        onlyParameters(req, 'an erasure', []);
        const { withOwn } = check(Erasure, (await readJson(req)) ?? {});
        const storage = await storageOf(services, caller, req);
        const { isDone } = await eraseRecord(services.records, storage, { id: recordIdOf(req), withOwn, ...authorOf(caller, req) });
        return { message: 'The record is erased.', data: { isDone } };
      }),
    },
  });
}
