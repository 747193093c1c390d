import type { DataRecord } from '@bedplate/contract';
import type { Actor, RecordServices, StorageRow } from './record-services.ts';

/** Takes a record out of the trash: same id, same fields, same place in the order. @throws {ApiError} not-found */
export async function restoreRecord(services: RecordServices, storage: StorageRow, recordId: string, by: Actor): Promise<DataRecord> {
  throw new Error(`${services.cursorSecret}${storage.id}${recordId}${by.actor}`);
}
