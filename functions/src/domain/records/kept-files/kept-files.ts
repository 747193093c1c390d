import type { StoredFile } from '@bedplate/contract';
import type { Store } from '../../../store/access.ts';
import { keptFiles } from '../../../store/collections.ts';
import type { KeptFileDocument } from '../../../store/documents/kept-file-documents.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import type { Row } from '../../../store/model/row.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { ApiError } from '../../../errors/api-error.ts';
import type { Write } from '../../../store/model/writes.ts';
import { keptFileId, keptFileIds } from './kept-file-id.ts';
import type { InFlightRecord } from '../write/in-flight-record.ts';

/** @returns the file of a document, with its field */
export function fileIn({ data }: Pick<Row<KeptFileDocument>, 'data'>): { field: string; stored: StoredFile } | null {
  const [[field, stored] = []] = Object.entries(data.files);
  return field === undefined || !stored ? null : { field, stored };
}

/** One read for each, at least one. @returns the files that a record has let go of */
export async function keptOf(store: Pick<Store, 'in'>, storageId: string, key: string): Promise<StoredFile[]> {
  const [first, last] = keptFileIds(key);
  const { rows } = await store.in(keptFiles(storageId)).query({ orderBy: [[documentId, 'asc']], startAt: [first], endAt: [last] });
  return rows.flatMap(({ data }) => Object.values(data.files));
}

/**
 * Files that records take up again are theirs, and no kept ones any more. One read each.
 * @returns the writes for the commit @throws {ApiError} conflict for a file that is gone by now
 */
export async function takenUpWrites(tx: Transaction, records: readonly InFlightRecord[]): Promise<Write[]> {
  const writes: Write[] = [];
  for (const { storage, key, takenUp = [] } of records) {
    const ids = takenUp.map(({ path }) => keptFileId(key, path));
    const rows = ids.length > 0 ? await tx.in(keptFiles(storage.id)).getAll(ids) : [];
    if (rows.some((row) => row === null)) throw new ApiError('conflict', 'A file of this record is not kept any more.');
    writes.push(...ids.map((id) => keptFiles(storage.id).remove(id)));
  }
  return writes;
}
