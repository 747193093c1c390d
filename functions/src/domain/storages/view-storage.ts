import type { DataRecord, JsonType, StorageDocument } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { Caller } from '../callers/caller.ts';
import { countTrash } from './count-trash.ts';
import { learnedFields } from '../openapi/learned-fields.ts';
import { findStorage } from '../callers/find-project.ts';
import type { Timestamp } from '../../store/model/values.ts';
import { type DataViewQuery, listForDataView } from '../records/query/data-view.ts';

/** One page of a storage's records. Every row has every column, null where it has no value, so that columns stay from page to page. */
export async function viewStorage(
  services: Services,
  { caller, path, query }: { caller: Caller; path: { projectId: string; storageId: string }; query: DataViewQuery },
) {
  const { id, data: storage } = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  const { page, limit } = query;
  // Where deleting is for good, what an earlier setting left in the trash must stay within reach.
  const [found, trashed] = await Promise.all([
    listForDataView(services.records, { id, data: storage }, query),
    storage.is_softDelete ? null : countTrash(services.store, id),
  ]);
  return {
    storageId: id,
    storageName: storage.storageName,
    storageKey: storage.storageKey,
    is_softDelete: storage.is_softDelete,
    ...(storage.schema && { schema: storage.schema }),
    ...(storage.referredBy && { referredBy: storage.referredBy }),
    ...(trashed === null ? {} : { trashed }),
    columns: found.columns,
    kinds: kindsOf(storage),
    data: found.rows.map((row) => withColumns(row, found.columns)),
    pagination: {
      page,
      limit,
      totalCount: found.totalCount,
      totalPages: found.totalPages,
      totalIsExact: found.totalIsExact,
      ...(found.lookedAt !== undefined && { lookedAt: found.lookedAt }),
    },
    createdAt: storage.createdAt.toDate().toISOString(),
    updatedAt: storage.updatedAt.toDate().toISOString(),
  };
}

/** @returns the types of fields whose values were not texts alone so far: an empty cell of theirs takes one of them */
function kindsOf(storage: Pick<StorageDocument<Timestamp>, 'fields'>): Record<string, JsonType[]> {
  const kinds = [...learnedFields(storage)].map(([name, { types }]) => [name, [...types].filter((type) => type !== 'null')] as const);
  return Object.fromEntries(kinds.filter(([, types]) => types.some((type) => type !== 'string')));
}

function withColumns(row: DataRecord, columns: readonly string[]): Record<string, unknown> {
  return { ...Object.fromEntries(columns.map((column) => [column, null])), ...row };
}
