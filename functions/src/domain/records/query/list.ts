/** Lists of records: what a query string means, how it is served, what it costs. */
import type { QueryWarning } from '@bedplate/contract';
import { type Catalogue, catalogueOf, isSurelyAbsent } from '../index/catalogue.ts';
import { storagePath } from '../model/paths.ts';
import { enumWarnings } from './enum-warnings.ts';
import { orderWarnings, valueWarnings } from './value-warnings.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { ApiError, invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { askedFilters } from './bound-query.ts';
import { tooBroad } from './budget.ts';
import { isSystemPath } from './conditions.ts';
import { listRecords } from './list-records.ts';
import { listWithTrash } from './list-trash.ts';
import type { ListQuery } from './list-query.ts';
import { absentFields, warningsOf } from './named-fields.ts';
import type { ListPage } from './run-plan.ts';
import { referenceIn } from './through-path.ts';

/** @throws {ApiError} invalid-argument, also for a filter that is meant for a parameter; query-too-broad */
export async function list(services: RecordServices, storage: StorageRow, query: ListQuery): Promise<ListPage> {
  const { storage: fresh, warnings } = await lookedUp(services, storage, query);
  const page = await (query.bound ? withoutNames(pageOf(services, fresh, query)) : pageOf(services, fresh, query));
  return warnings.length > 0 ? { ...page, warnings } : page;
}

/** @returns the storage with the fields that the query names, and what to tell of them @throws {ApiError} invalid-argument */
export async function lookedUp(
  services: RecordServices,
  storage: StorageRow,
  query: ListQuery,
): Promise<{ storage: StorageRow; warnings: readonly QueryWarning[] }> {
  refuseThrough(storage, query);
  const fresh = await withFieldsOf(services, storage, query);
  if (catalogueOf(fresh.data).isFirstForm) await rebuiltInBackground(services, fresh);
  return { storage: fresh, warnings: query.named ? await warningsFor(services, fresh, query) : [] };
}

/** Refuses conditions through references here: nobody has looked for the other records, so that the field would be missing everywhere. */
function refuseThrough({ data }: StorageRow, query: ListQuery): void {
  const catalogue = catalogueOf(data);
  const path = askedFilters(query).find((filter) => referenceIn(catalogue, filter.path) !== undefined)?.path;
  if (path === undefined) return;
  const [shown, field] = [path.slice(0, 80), referenceIn(catalogue, path)];
  throw invalidField(shown, say('throughReference', { path: shown, field: field ?? '' }));
}

function pageOf(services: RecordServices, storage: StorageRow, query: ListQuery): Promise<ListPage> {
  return query.deleted === 'no' ? listRecords(services, storage, query) : listWithTrash(services, storage, query);
}

/** A refusal names the conditions that it counts, and those of rules are not for the caller. */
async function withoutNames(page: Promise<ListPage>): Promise<ListPage> {
  try {
    return await page;
  } catch (error) {
    throw error instanceof ApiError && error.code === 'query-too-broad' ? tooBroad('any') : error;
  }
}

async function rebuiltInBackground(services: RecordServices, storage: StorageRow): Promise<void> {
  const { beginReindex } = await import('./begin-reindex.ts'); // only storages of 0.1.0 need it
  await beginReindex(services, storage);
}

async function warningsFor(services: RecordServices, storage: StorageRow, query: ListQuery): Promise<QueryWarning[]> {
  const catalogue = catalogueOf(storage.data);
  const ofOrder = query.deleted === 'no' ? await orderWarnings(services.store, { storageId: storage.id, catalogue, query }) : [];
  const ofValues = [...valueWarnings(catalogue, query), ...(await enumWarnings(services, storage, query))];
  const told = [...warningsOf(catalogue, query.named ?? []), ...ofValues, ...ofOrder];
  // One for each field: the first says most.
  return told.filter(({ field }, at) => told.findIndex((other) => other.field === field) === at);
}

/**
 * A storage document from a cache may be some milliseconds old, or longer where its listener is silent: before a field is said to be
 * unknown, or to be no place, the document is read.
 */
async function withFieldsOf(services: RecordServices, storage: StorageRow, query: ListQuery): Promise<StorageRow> {
  const { sort, thenBy = [], named = [] } = query;
  const catalogue = catalogueOf(storage.data);
  const paths = [sort, ...thenBy, ...askedFilters(query)].map(({ path }) => path).filter((path) => !isSystemPath(path));
  const isKnown = paths.every((path) => !isSurelyAbsent(catalogue, path)) && areKnownPlaces(catalogue, query);
  if (isKnown && absentFields(catalogue, named).length === 0) return storage;
  return (await services.store.get(storagePath(storage.id))) ?? storage;
}

function areKnownPlaces({ byPath, places }: Catalogue, query: ListQuery): boolean {
  const near = query.filters.filter(({ operator }) => operator === 'near');
  return near.every(({ path }) => (path === '' ? places.length > 0 : byPath.get(path)?.declared?.type === 'geo'));
}
