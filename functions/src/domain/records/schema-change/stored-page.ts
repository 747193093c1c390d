import type { RecordDocument } from '@bedplate/contract';
import type { Store } from '../../../store/access.ts';
import { records } from '../../../store/collections.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import type { Row } from '../../../store/model/row.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import { sampleParts } from '../schema/read-sample.ts';

/** A record with the parts of it that a check reads. */
export type StoredRow = Row<RecordDocument<Timestamp>>;

/** @returns the records after the one with this key, the newest first, without those in the trash */
export async function storedPage(
  { store }: { readonly store: Store },
  storageId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<readonly StoredRow[]> {
  const { rows } = await store.in(records(storageId)).query({
    orderBy: [[documentId, 'asc']],
    ...(after === null ? {} : { startAfter: [after] }),
    limit,
    select: [...sampleParts, 'refs'],
  });
  return rows;
}
