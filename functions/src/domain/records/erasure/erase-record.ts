import type { RecordServices } from '../../../services/record-services.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { finishErasure } from './finish-erasure.ts';
import { type ErasureOrder, markErased } from './mark-erased.ts';

const inCallMillis = 5_000;

/**
 * Erases a record for good, wherever it is: live, in the trash or only in the history. What else knows it goes as far as a call has
 * time; the sweep does the rest. Decision 083.
 * @returns whether nothing is left @throws {ApiError} as `markErased`
 */
export async function eraseRecord(services: RecordServices, storage: StorageRow, order: ErasureOrder): Promise<{ isDone: boolean }> {
  const row = await services.store.erasures.get(await markErased(services, storage, order));
  return { isDone: row === null || (await finishErasure(services, row, services.now() + inCallMillis)) };
}
