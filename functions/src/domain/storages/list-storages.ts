import { containing, fold, isProjectBound, type Pagination, type Storage } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Condition } from '../../store/model/query-spec.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf } from '../callers/member-of.ts';
import { dateRange, isIn } from '../lists/date-range.ts';
import { pageOf } from '../lists/page-of.ts';
import { findProject } from '../callers/find-project.ts';
import { order } from '../projects/projects.ts';
import { storageOut } from './storages.ts';

export interface StorageListQuery {
  page: number;
  limit: number;
  /** Part of name or key, in any letter case. */
  search?: string | undefined;
  sortOrder: 'ASC' | 'DESC';
  /** True: only storages with soft delete on. */
  filterDeleted?: boolean | undefined;
  filterDateFrom?: string | undefined;
  filterDateTo?: string | undefined;
}

/** A project's storages by creation. A plan allows at most 500, so search and filters run over all of them. */
export async function listStorages(
  services: Services,
  { caller, projectId, query }: { caller: Caller; projectId: string; query: StorageListQuery },
): Promise<{ data: Storage[]; pagination: Pagination }> {
  await findProject(services, caller, projectId);
  const range = dateRange(query.filterDateFrom, query.filterDateTo, { from: 'filterDateFrom', to: 'filterDateTo' });
  const hasTerm = containing(fold(query.search ?? ''));
  const all = await activeStorages(services, projectId);
  const matching = all.filter(
    (s) =>
      (hasTerm(fold(s.storageName)) || hasTerm(fold(s.storageKey))) &&
      (!query.filterDeleted || s.is_softDelete) &&
      isIn(range, Date.parse(s.createdAt)),
  );
  return pageOf(query.sortOrder === 'ASC' ? matching : matching.reverse(), query);
}

/** The storages that a caller may choose from: the account's for an admin, those of their own project for a member. */
export async function listOwnStorages(services: Services, caller: Caller): Promise<Storage[]> {
  const { tenantId } = accountOf(caller);
  return sorted(services, [
    ['tenantId', '==', tenantId],
    ['archived', '==', false],
    ...(isProjectBound(caller.role) ? [['projectId', '==', caller.projectId] as const] : []),
  ]);
}

/** All storages of a project that is known to be the caller's, oldest first. */
export function activeStorages(services: Services, projectId: string): Promise<Storage[]> {
  return sorted(services, [
    ['projectId', '==', projectId],
    ['archived', '==', false],
  ]);
}

async function sorted(services: Services, where: readonly Condition[]): Promise<Storage[]> {
  const { rows } = await services.store.storages.query({ where });
  return rows.map(({ id, data }) => storageOut(id, data)).sort(order);
}
