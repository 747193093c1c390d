import { ApiError } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { keptFiles } from '../../../store/collections.ts';
import type { Write } from '../../../store/model/writes.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { keptFileId } from '../model/kept-file-id.ts';
import type { InFlightRecord } from './in-flight-record.ts';

/**
 * Files that records take up again are theirs, and no kept ones any more. One read each.
 * @returns the writes for the commit @throws {ApiError} conflict for a file that is gone by now
 */
export async function takenUpWrites(tx: Transaction, records: readonly InFlightRecord[]): Promise<Write[]> {
  const writes: Write[] = [];
  for (const { storage, key, takenUp = [] } of records) {
    const ids = takenUp.map(({ path }) => keptFileId(key, path));
    const rows = ids.length > 0 ? await tx.in(keptFiles(storage.id)).getAll(ids) : [];
    if (rows.some((row) => row === null)) throw new ApiError('conflict', say('fileNotKept'));
    writes.push(...ids.map((id) => keptFiles(storage.id).remove(id)));
  }
  return writes;
}
