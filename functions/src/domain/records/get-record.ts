import type { DataRecord } from '@bedplate/contract';
import type { RecordServices, StorageRow } from './record-services.ts';

/** @throws {ApiError} not-found, also for a deleted record */
export async function getRecord(services: RecordServices, storage: StorageRow, recordId: string): Promise<DataRecord> {
  throw new Error(`${services.cursorSecret}${storage.id}${recordId}`);
}
