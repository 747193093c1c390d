import { catalogueOf } from '../../domain/records/index/catalogue.ts';
import { askedFilters } from '../../domain/records/query/bound-query.ts';
import type { Noted } from './list-for-all.ts';
import type { StorageCall } from './storage-call.ts';

const namesInLog = 8;
const ownTimes = new Set(['id', 'createdAt', 'updatedAt', 'deletedAt']);

/** Tells the request log how a list was found, and the names that it asked for, without any value. */
export function noteList({ req: { res }, storage }: Pick<StorageCall, 'req' | 'storage'>, { query, plan, totals }: Noted): void {
  if (!res?.locals.notes) return;
  const { sort, thenBy = [], search, page } = query;
  const { byPath } = catalogueOf(storage.data);
  // A name that no record has is the caller's own text.
  const nameOf = (path: string) => (byPath.has(path) || ownTimes.has(path) ? path.slice(0, 60) : '?');
  const asked = askedFilters(query)
    .slice(0, namesInLog)
    .map(({ path, operator }) => `${nameOf(path)} ${operator}`);
  const shape = totals
    ? totals.slice(0, namesInLog).map(({ name, path }) => (path === undefined ? name : `${name} ${nameOf(path)}`))
    : [`sort ${[sort, ...thenBy].map(({ path }) => nameOf(path)).join(' ')}`, ...(page > 1 ? ['page'] : [])];
  const asks = [...asked, ...(search === undefined ? [] : ['search']), ...shape].join(', ');
  Object.assign(res.locals.notes, { plan: plan.slice(0, 100), asks });
}
