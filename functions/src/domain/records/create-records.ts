import type { DataRecord } from '@bedplate/contract';
import type { Actor, RecordServices, StorageRow } from './record-services.ts';

/**
 * Stores up to 100 records in one commit: all or none.
 * @param inputs each one plain object of fields
 * @throws {ApiError} invalid-argument, payload-too-large; already-exists for a taken username or e-mail of a users storage
 */
export async function createRecords(
  services: RecordServices,
  storage: StorageRow,
  inputs: readonly unknown[],
  by: Actor,
): Promise<DataRecord[]> {
  throw new Error(`${services.cursorSecret}${storage.id}${inputs.length}${by.actor}`);
}
