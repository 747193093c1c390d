import { type ApiTrash, TrashOrder } from '@bedplate/contract';
import type { Router } from 'express';
import { z } from 'zod';
import { keysOnly } from '../../domain/app-users/reach.ts';
import { deleteProjectForGood, deleteStorageForGood } from '../../domain/archive/delete-for-good.ts';
import type { Caller } from '../../domain/callers/caller.ts';
import { recoverProject } from '../../domain/projects/archive.ts';
import { recoverStorage } from '../../domain/storages/archive.ts';
import { archivedProjects } from '../../domain/trash/archived-projects.ts';
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

/**
 * The trash of a project by the account's own key pair: archived storages, how many records are deleted, and the archived projects of
 * the account. Records come back one by one, or by a batch. Its
 * address names no storage, which is beyond every named key.
 */
export function trashRoutes(services: ApiServices): Router {
  const guard = guarded(services, [identifyCaller, ...paidCall]);
  return routes({
    '/trash': {
      get: handle(guard, { query: TrashPart }, async ({ caller, query, req }) => {
        keysOnly(caller);
        onlyParameters(req, 'the trash', ['after']);
        const { tenantId, projectId } = caller;
        const [{ entries, next }, archived] = await Promise.all([
          trashOfProject(services, { tenantId, projectId, after: query.after }),
          query.after === undefined ? archivedProjects(services, tenantId) : [],
        ]);
        return { data: { entries: [...archived, ...entries], next } satisfies ApiTrash };
      }),
      post: handle(guard, {}, async ({ caller, req }) => {
        keysOnly(caller);
        onlyParameters(req, 'an order to the trash', []);
        const order = check(TrashOrder, await readJson(req));
        const owner = await accountOwner(services, caller);
        return { message: await carriedOut(services, owner, { projectId: caller.projectId, order }) };
      }),
    },
  });
}

/** @returns the sentence of the answer @throws {ApiError} not-found; invalid-argument for another name; quota-exceeded */
async function carriedOut(
  services: ApiServices,
  owner: Caller,
  { projectId, order }: { projectId: string; order: TrashOrder },
): Promise<string> {
  if ('restoreProject' in order) {
    await recoverProject(services, owner, check(PathId, order.restoreProject));
    return 'The project has been restored.';
  }
  if ('purgeProject' in order) {
    await deleteProjectForGood(services, { caller: owner, projectId: check(PathId, order.purgeProject), typed: order.name });
    return 'The project has been deleted for good.';
  }
  const params = { projectId, storageId: check(PathId, 'restore' in order ? order.restore : order.purge) };
  if ('restore' in order) {
    await recoverStorage(services, owner, params);
    return 'The storage has been restored.';
  }
  await deleteStorageForGood(services, { caller: owner, params, typed: order.name });
  return 'The storage has been deleted for good.';
}
