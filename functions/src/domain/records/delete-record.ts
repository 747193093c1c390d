import type { Actor, RecordServices, StorageRow } from './record-services.ts';

export interface DeleteOptions extends Actor {
  /** Also for a storage with soft delete, and for a record in its trash: gone for good. */
  readonly permanent?: boolean;
}

/** To the trash when the storage has soft delete, for good otherwise. @throws {ApiError} not-found, also the second time */
export async function deleteRecord(services: RecordServices, storage: StorageRow, recordId: string, options: DeleteOptions): Promise<void> {
  throw new Error(`${services.cursorSecret}${storage.id}${recordId}${options.actor}`);
}
