import {
  type DataRecord,
  type DeletedDocument,
  decodeFields,
  type RecordDocument,
  type StorageDocument,
  type StoredFile,
} from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { notFound } from '../../http/api-error.ts';
import { create, remove, update, type Write } from '../../store/writes.ts';
import { forgetTotals } from '../query/shared-totals.ts';
import { catalogueOf } from './catalogue.ts';
import { indexRecord } from './index-record.ts';
import { deletedPath, recordPath, storagePath } from './paths.ts';
import { present } from './present.ts';
import { isRecordId } from './record-id.ts';
import type { Actor, RecordServices, StorageRow } from './record-services.ts';

/** Takes a record out of the trash: same id, same fields, same place in the order. @param also further writes of the same commit @throws {ApiError} not-found */
export async function restoreRecord(
  services: RecordServices,
  storage: StorageRow,
  recordId: string,
  _by: Actor,
  also: (record: DataRecord) => readonly Write[] = () => [],
): Promise<DataRecord> {
  if (!isRecordId(recordId)) throw notFound('Record');
  const restored = await services.store.transaction(async (tx): Promise<RecordDocument<Timestamp>> => {
    const [trash, owner] = await Promise.all([
      tx.get<DeletedDocument<Timestamp>>(deletedPath(storage.id, recordId)),
      tx.get<StorageDocument<Timestamp>>(storagePath(storage.id)),
    ]);
    if (trash?.data.kind !== 'trash' || !trash.data.data || !owner) throw notFound('Deleted record');
    const { data, files, createdAt, createdBy, deletedAt, updatedAt, hasPassword } = trash.data;
    // Its fields are in the catalogue since its creation.
    const { idx, known, tokens } = indexRecord(catalogueOf(owner.data), decodeFields(data));
    const now = Timestamp.fromMillis(Math.max(services.now(), updatedAt.toMillis() + 1));
    const record: RecordDocument<Timestamp> = {
      ...tokens,
      data,
      idx,
      files: files ?? {},
      known,
      ...(hasPassword ? { hasPassword } : {}),
      createdAt,
      updatedAt: now,
      restoredAt: now,
      createdBy: createdBy ?? '',
    };
    tx.write(create(recordPath(storage.id, recordId), record), remove(trash.path));
    const { counts } = owner.data;
    // Neither newer than the base count nor deleted since: only the base can count it.
    if (counts && Math.max(createdAt.toMillis(), deletedAt.toMillis()) <= counts.asOf.toMillis())
      tx.write(update(owner.path, { 'counts.base': counts.base + 1 }));
    tx.write(...also(present(recordId, record, storage.data.is_softDelete, services.files)));
    return record;
  });
  forgetTotals(services.store, storage.id);
  await Promise.all(Object.values(restored.files).map((file: StoredFile) => services.files.share(file, true)));
  return present(recordId, restored, storage.data.is_softDelete, services.files);
}
