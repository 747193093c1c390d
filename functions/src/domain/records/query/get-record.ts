import type { DataRecord } from '@bedplate/contract';
import { notFound } from '../../../errors/api-error.ts';
import { isOwnedBy } from '../model/owner.ts';
import { keyOfRecord } from '../model/record-ids.ts';
import { deletedPath, recordPath } from '../model/paths.ts';
import { fromTrash, shownFields, type StoredRecord, toRecordJson } from '../model/present.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';

interface WantedRecord {
  readonly id: string;
  /** Looks into the trash only, or there too. */
  readonly deleted?: 'only' | 'include' | undefined;
  /** Finds records of this app user only. */
  readonly owner?: string | undefined;
  /** Called where the record is another user's. */
  readonly onForeign?: (() => void) | undefined;
}

/** @throws {ApiError} not-found, by default also for a deleted record */
export async function getRecord(services: RecordServices, storage: StorageRow, wanted: WantedRecord): Promise<DataRecord> {
  return (await findRecord(services, storage, wanted)).record;
}

/** @returns the record, and the keys that are noted beside its references @throws {ApiError} as `getRecord` */
export async function findRecord(
  services: RecordServices,
  storage: StorageRow,
  { id, deleted, owner, onForeign }: WantedRecord,
): Promise<{ record: DataRecord; refs: StoredRecord['refs'] }> {
  const key = await keyOfRecord(services, storage.id, id);
  const [live, trash] = await Promise.all([
    deleted === 'only' ? null : services.store.get(recordPath(storage.id, key), shownFields),
    deleted ? services.store.get(deletedPath(storage.id, key)) : null,
  ]);
  const stored = live?.data ?? (trash && fromTrash(trash.data));
  if (!stored) throw notFound('Record');
  if (owner !== undefined && !isOwnedBy(owner, { key, clientId: stored.clientId, storage }, stored)) {
    onForeign?.();
    throw notFound('Record');
  }
  const record = toRecordJson({ id: key, stored }, { softDelete: storage.data.is_softDelete || trash !== null, files: services.files });
  return { record, refs: stored.refs };
}
