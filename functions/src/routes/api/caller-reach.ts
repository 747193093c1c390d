import type { Request } from 'express';
import type { ApiCaller } from '../../domain/api-keys/api-caller.ts';
import { requireScope } from '../../domain/api-keys/key-scope.ts';
import { reachOf } from '../../domain/app-users/reach.ts';
import { reachedQuery } from '../../domain/app-users/reached-query.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import type { Reach, ReachIn } from '../../domain/records/references/reach.ts';
import { storageIdOfKey } from '../../domain/storages/storage-by-key.ts';
import type { ApiServices } from './api-services.ts';
import { ownStorage } from './guards.ts';
import { accessTo } from './storage-call.ts';

/** The rights of a caller in each storage that references lead to. */
export function reachOfCaller(services: ApiServices, { caller, res }: { readonly caller: ApiCaller; readonly res: Request['res'] }): Reach {
  return {
    isTold: caller.userId === undefined,
    storage: (id) => ownStorage(services, caller, id),
    async storageOfKey(key) {
      const id = await storageIdOfKey(services.store, caller.projectId, key);
      return id === null ? null : ownStorage(services, caller, id);
    },
    reachIn,
    reached: async (storage, query) => reachedQuery(services.records, storage, { query, ...(await reachIn(storage)) }),
  };

  async function reachIn(storage: StorageRow): Promise<ReachIn> {
    requireScope(caller.scope, 'read', storage.id);
    const access = await accessTo(services, { caller, storage, res, isAside: true });
    return { access, owner: access ? undefined : reachOf(caller, storage, 'read') };
  }
}
