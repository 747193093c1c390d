import type { RecordServices } from '../../../services/record-services.ts';
import { ApiError, invalidField } from '../../../errors/api-error.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { askedAs, askedFilters } from '../query/bound-query.ts';
import { readsPerRequest } from '../query/budget.ts';
import { isSystemPath } from '../query/conditions.ts';
import type { ListQuery } from '../query/list-query.ts';
import { list } from '../query/list.ts';
import type { ListPage } from '../query/run-plan.ts';
import type { Act } from './act.ts';

/** As many records change in one commit; more are a job. */
export const atOnce = 100;

/**
 * Finds the records that an act means, newest first: all of them, where they are few.
 * @param asked as it came, with the names that its caller wrote
 * @throws {ApiError} permission-denied for more of them than rules can be asked about in one call; invalid-argument where a name or a value may mean something else than its author thinks
 */
export async function selectMatching(
  services: RecordServices,
  storage: StorageRow,
  { asked, act }: { asked: ListQuery; act: Act },
): Promise<ListPage> {
  const page = await list(services, storage, { ...act.query, limit: atOnce });
  const [warning] = page.warnings ?? [];
  if (warning) throw invalidField(warning.field, warning.message);
  if (act.owner !== undefined || act.access) await refuseUnknown(services, storage, { asked, act });
  if (act.access && page.next) throw tooManyForRules();
  if (page.totalIsExact || !page.next) return page;
  // Without an index for the count, records are read, up to the budget of a list.
  const { total, totalIsExact } = await list(services, storage, { ...act.query, limit: readsPerRequest + 1 });
  return { ...page, total, totalIsExact };
}

/** Which fields other people's records have is not for an app user: only their own ones tell whether a name is a field. */
async function refuseUnknown(services: RecordServices, storage: StorageRow, { asked, act }: { asked: ListQuery; act: Act }): Promise<void> {
  const own = act.owner === undefined ? [] : act.query.filters.filter(({ path }) => path === 'id' || path === 'userId').slice(-1);
  const { either: _, ...reached } = act.query;
  for (const path of new Set(askedFilters(asked).map((filter) => filter.path))) {
    // `near` without a name asks for a field by its type.
    if (isSystemPath(path) || path === 'deletedAt' || path === '') continue;
    const has = { path: askedAs(act.query.bound?.unknown, path), operator: '!=' as const, literals: [{ text: 'null', quoted: false }] };
    const { found, next } = await list(services, storage, { ...reached, filters: [...own, has], limit: 1, countsNoTotal: true });
    if (found.length === 0 && !next) throw invalidField(path.slice(0, 80), `None of your records has a field "${path.slice(0, 80)}".`);
  }
}

function tooManyForRules(): ApiError {
  const message = `The rules of this storage are asked for each record, and more than ${atOnce} match. Narrow the filter.`;
  return new ApiError('permission-denied', message, { by: 'access-of-users' });
}
