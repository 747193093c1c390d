import type { RecordAuthors } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { keyOfRecord } from '../model/record-ids.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { authorOf, writerOf } from './authors.ts';
import { entryAt } from './entries.ts';
import { stateOf } from './record-state.ts';

/** Reads who made a record, and who changed it last as far as its history tells. A read or two for the record, and one for the newest entry. */
export async function recordAuthors(services: RecordServices, storage: StorageRow, id: string): Promise<RecordAuthors> {
  const key = await keyOfRecord(services, storage.id, id);
  const { live, deleted, rev } = await stateOf(services, storage, key);
  const newest = rev > 0 && storage.data.history ? await entryAt(services, { storage, key, rev }) : null;
  return { createdBy: makerOf(live ?? deleted), updatedBy: newest && authorOf(newest) };
}

/** @param held the record where it is; a tombstone does not know it */
export function makerOf(held: { readonly createdBy?: string } | null): RecordAuthors['createdBy'] {
  return held?.createdBy ? writerOf(held.createdBy) : null;
}
