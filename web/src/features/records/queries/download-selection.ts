import { api } from '../../../lib/api/client.ts';
import { type FileFormat, storagePathOf, type StorageRef } from './record-queries.ts';

/** @returns a file of these records, in their order */
export function downloadSelection(storage: StorageRef, ids: readonly string[], format: FileFormat) {
  return api.file(`${storagePathOf(storage)}/download`, { timeout: 120_000 }, { ids, format });
}
