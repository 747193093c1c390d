import type { DataRecord } from '@bedplate/contract';
import { notFound } from '../../../errors/api-error.ts';
import type { CommitHook } from '../model/record-write.ts';
import { recordOf, writeRecords } from './write-records.ts';
import { isClientId } from '../model/client-id.ts';
import { isRecordId } from '../model/record-id.ts';
import type { Actor, StorageRow } from '../model/record-services.ts';
import type { RecordServices } from '../../../services/record-services.ts';

/**
 * Takes a record out of the trash: same id, same fields, same place in the order.
 * @throws {ApiError} not-found
 */
export async function restoreRecord(
  services: RecordServices,
  storage: StorageRow,
  id: string,
  { actor, owner, hook }: Actor & { owner?: string; hook?: CommitHook<DataRecord> },
): Promise<DataRecord> {
  if (!isRecordId(id) && !isClientId(id)) throw notFound('Deleted record');
  const results = await writeRecords(services, [{ op: 'restore', id, storage, where: '', ...(owner ? { owner } : {}) }], {
    actor,
    hook: hook && { alsoWrites: (done) => hook.alsoWrites(recordOf(done)) },
  });
  return recordOf(results);
}
