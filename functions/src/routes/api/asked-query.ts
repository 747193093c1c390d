import { reachedQuery } from '../../domain/app-users/reached-query.ts';
import { catalogueOf } from '../../domain/records/index/catalogue.ts';
import { askedFilters } from '../../domain/records/query/bound-query.ts';
import type { ListQuery } from '../../domain/records/query/list-query.ts';
import { referenceIn } from '../../domain/records/query/through-path.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';
import type { Followed } from '../../domain/records/references/follow-references.ts';
import type { ApiServices } from './api-services.ts';
import { reachOfCaller } from './caller-reach.ts';
import type { StorageCall } from './storage-call.ts';
import { lazily } from '../../runtime/lazily.ts';

const loadFollowReferences = lazily(() => import('../../domain/records/references/follow-references.ts'));

type Asking = Pick<StorageCall, 'caller' | 'req' | 'storage' | 'owner' | 'access'>;

/** @returns the query limited to what its caller reaches, with conditions through references followed @throws {ApiError} as `followReferences` */
export async function askedQuery(services: ApiServices, call: Asking, asked: ListQuery): Promise<Followed> {
  const { caller, req, storage, owner, access } = call;
  const query = await reachedQuery(services.records, storage, { query: asked, owner, access });
  if (!leadsThrough(storage, query)) return { query, steps: [], warnings: [] };
  const { followReferences } = await loadFollowReferences(); // few queries lead through a reference
  return followReferences({ services: services.records, reach: reachOfCaller(services, { caller, res: req.res }) }, storage, query);
}

/** Whether a condition is on a field of the record that a reference leads to. */
export function leadsThrough({ data }: StorageRow, query: ListQuery): boolean {
  const catalogue = catalogueOf(data);
  return askedFilters(query).some(({ path }) => referenceIn(catalogue, path) !== undefined);
}
