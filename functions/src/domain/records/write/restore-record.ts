import type { DataRecord } from '@bedplate/contract';
import { notFound } from '../../../errors/api-error.ts';
import type { Write } from '../../../store/model/writes.ts';
import { recordOf, writeRecords } from './write-records.ts';
import { isClientId } from '../model/client-id.ts';
import { isRecordId } from '../model/record-id.ts';
import type { Actor, StorageRow } from '../model/record-services.ts';
import type { RecordServices } from '../../../services/record-services.ts';

/** Takes a record out of the trash: same id, same fields, same place in the order. @param also further writes of the same commit @throws {ApiError} not-found */
export async function restoreRecord(
  services: RecordServices,
  storage: StorageRow,
  id: string,
  { actor, owner }: Actor & { owner?: string },
  also?: (record: DataRecord) => readonly Write[],
): Promise<DataRecord> {
  if (!isRecordId(id) && !isClientId(id)) throw notFound('Deleted record');
  const options = { actor, ...(also ? { also: (done: Parameters<typeof recordOf>[0]) => also(recordOf(done)) } : {}) };
  return recordOf(await writeRecords(services, [{ op: 'restore', id, storage, where: '', ...(owner ? { owner } : {}) }], options));
}
