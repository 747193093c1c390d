import { TrashOrder } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { keysOnly } from '../../domain/app-users/reach.ts';
import { deleteStorageForGood } from '../../domain/archive/delete-for-good.ts';
import { recoverStorage } from '../../domain/storages/archive.ts';
import { trashOfProject } from '../../domain/trash/list-project-trash.ts';
import { handle } from '../../http/handle.ts';
import { readJson } from '../../http/read-json.ts';
import { routes } from '../../http/routes.ts';
import { check } from '../../validation/check.ts';
import { After, PathId } from '../../validation/inputs.ts';
import { accountOwner } from './account-owner.ts';
import type { ApiServices } from './api-services.ts';
import { guarded, identifyCaller, paidCall } from './guards.ts';
import { onlyParameters } from './storage-call.ts';

const TrashPart = z.object({ after: After.optional() });

/** The trash of a project by the account's own key pair: archived storages and how many records are deleted. Records come back one by one, or by a batch. Its address names no storage, which is beyond every named key. */
export function trashRoutes(services: ApiServices): Router {
  const guard = guarded(services, [identifyCaller, ...paidCall]);
  return routes({
    '/trash': {
      get: handle(guard, { query: TrashPart }, async ({ caller, query, req }) => {
        keysOnly(caller);
        onlyParameters(req, 'the trash', ['after']);
        const { tenantId, projectId } = caller;
        return { data: await trashOfProject(services, { tenantId, projectId, after: query.after }) };
      }),
      post: handle(guard, {}, async ({ caller, req }) => {
        keysOnly(caller);
        onlyParameters(req, 'an order to the trash', []);
        const order = check(TrashOrder, await readJson(req));
        const storageId = 'restore' in order ? order.restore : order.purge;
        const params = { projectId: caller.projectId, storageId: check(PathId, storageId) };
        const owner = await accountOwner(services, caller);
        if ('restore' in order) {
          await recoverStorage(services, owner, params);
          return { message: 'The storage has been restored.' };
        }
        await deleteStorageForGood(services, { caller: owner, params, typed: order.name });
        return { message: 'The storage has been deleted for good.' };
      }),
    },
  });
}
