import type { DataRecord } from '@bedplate/contract';
import type { Actor, RecordServices, StorageRow } from './record-services.ts';

export interface UpdateOptions extends Actor {
  /** For forms that send every value as text: text goes back to the field's stored type when nothing is lost by it. */
  readonly coerce?: boolean;
}

/**
 * Merges `fields` into the record; null clears; system fields are ignored.
 * @returns the record after the change
 * @throws {ApiError} not-found, invalid-argument, payload-too-large, already-exists
 */
export async function updateRecord(
  services: RecordServices,
  storage: StorageRow,
  recordId: string,
  fields: unknown,
  options: UpdateOptions,
): Promise<DataRecord> {
  throw new Error(`${services.cursorSecret}${storage.id}${recordId}${typeof fields}${options.actor}`);
}
