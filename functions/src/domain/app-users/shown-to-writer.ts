import type { DataRecord, Json } from '@bedplate/contract';
import type { ApiCaller } from '../api-keys/api-caller.ts';
import { ownerOf } from '../records/model/owner.ts';
import type { StorageRow } from '../records/model/record-services.ts';

/**
 * A changed or restored record as whoever changed it gets it back: an app user who may write but not read it learns only which one it is
 * and when it was changed. (A new one holds nothing but what its maker has sent.)
 */
export function shownToWriter({ userId }: ApiCaller, storage: StorageRow, record: DataRecord): DataRecord {
  const reach = userId === undefined ? 'all' : (storage.data.endUserAccess?.read ?? 'none');
  if (reach === 'all') return record;
  const { id, createdAt, updatedAt } = record;
  const isOwn = ownerOf(storage, id, record as Record<string, Json>) === userId; // its undefined fields do not matter here
  return reach === 'own' && isOwn ? record : { id, createdAt, updatedAt };
}
