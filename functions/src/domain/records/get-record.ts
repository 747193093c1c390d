import type { DataRecord, DeletedDocument, RecordDocument } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import { notFound } from '../../http/api-error.ts';
import { deletedPath, recordPath } from './paths.ts';
import { fromTrash, present } from './present.ts';
import { isRecordId } from './record-id.ts';
import type { RecordServices, StorageRow } from './record-services.ts';

/** @param deleted looks into the trash only, or there too @throws {ApiError} not-found, by default also for a deleted record */
export async function getRecord(
  services: RecordServices,
  storage: StorageRow,
  recordId: string,
  deleted?: 'only' | 'include',
): Promise<DataRecord> {
  if (!isRecordId(recordId)) throw notFound('Record');
  const [live, trash] = await Promise.all([
    deleted === 'only' ? null : services.store.get<RecordDocument<Timestamp>>(recordPath(storage.id, recordId)),
    deleted ? services.store.get<DeletedDocument<Timestamp>>(deletedPath(storage.id, recordId)) : null,
  ]);
  const stored = live?.data ?? (trash && fromTrash(trash.data));
  if (!stored) throw notFound('Record');
  return present(recordId, stored, storage.data.is_softDelete || trash !== null, services.files);
}
