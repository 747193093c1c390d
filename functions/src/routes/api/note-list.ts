import type { Request } from 'express';
import { catalogueOf } from '../../domain/records/index/catalogue.ts';
import { askedFilters } from '../../domain/records/query/bound-query.ts';
import type { ListQuery } from '../../domain/records/query/list-query.ts';
import type { StorageRow } from '../../domain/records/model/storage-row.ts';

const namesInLog = 8;
const ownTimes = new Set(['id', 'createdAt', 'updatedAt', 'deletedAt']);

/** Of a list, for the request log. */
export interface ListNotes {
  readonly plan: string;
  readonly asks: string;
}

interface NotedList {
  readonly query: ListQuery;
  readonly plan: string;
  /** Each with the field that it is of; a list of records has an order in their place. */
  readonly totals?: readonly { readonly name: string; readonly path?: string | undefined }[];
}

/** Tells the request log of a list. */
export function noteList({ res }: Request, notes: ListNotes): void {
  if (res?.locals.notes) Object.assign(res.locals.notes, notes);
}

/** @returns how a list was found, and the names that it asked for, without any value */
export function notesOf(storage: StorageRow, { query, plan, totals }: NotedList): ListNotes {
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
  return { plan: plan.slice(0, 100), asks };
}
