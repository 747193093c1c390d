import { decodeFields, type DeletedDocument, type Json, type RecordDocument } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { records, trash } from '../../../store/collections.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import type { StorageRow } from '../model/storage-row.ts';

/** A record as it is now: live, in the trash, or gone with its tombstone or without. */
export interface RecordState {
  readonly live: Omit<RecordDocument<Timestamp>, 'idx'> | null;
  readonly deleted: DeletedDocument<Timestamp> | null;
  /** Of the record where it is, also in the trash; empty for one that is gone. */
  readonly fields: Record<string, Json>;
  readonly rev: number;
}

/** One read, two for a record that is not live. */
export async function stateOf(services: RecordServices, storage: StorageRow, key: string): Promise<RecordState> {
  const live = await services.store
    .in(records(storage.id))
    .get(key, ['data', 'files', 'clientId', 'createdAt', 'updatedAt', 'createdBy', 'rev']);
  return stateWith(services, storage, { key, live: live?.data ?? null });
}

/** One read for a record that is not live. @param live as it was just read */
export async function stateWith(
  services: RecordServices,
  storage: StorageRow,
  { key, live }: { key: string; live: RecordState['live'] },
): Promise<RecordState> {
  const deleted = live ? null : await services.store.in(trash(storage.id)).get(key);
  const held = live ?? deleted?.data;
  return {
    live,
    deleted: deleted?.data ?? null,
    fields: decodeFields(held?.data ?? {}),
    rev: held?.rev ?? 0,
  };
}
