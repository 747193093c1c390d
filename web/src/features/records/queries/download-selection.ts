import { api } from '../../../lib/api/client.ts';
import { type FileFormat } from './record-queries.ts';
import { storagePathOf, type StorageRef } from '../../../lib/storage-path.ts';

/** @returns a file of these records, in their order */
export function downloadSelection(storage: StorageRef, ids: readonly string[], format: FileFormat) {
  return api.file(`${storagePathOf(storage)}/download`, { timeout: 120_000 }, { ids, format });
}
