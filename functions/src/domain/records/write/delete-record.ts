import { notFound } from '../../../errors/api-error.ts';
import type { CommitHook, RecordWrite } from '../model/record-write.ts';
import { writeRecords } from './write-records.ts';
import { isClientId } from '../model/client-id.ts';
import { isRecordId } from '../model/record-id.ts';
import type { Actor, StorageRow } from '../model/record-services.ts';
import type { RecordServices } from '../../../services/record-services.ts';

export interface DeleteOptions extends Actor, Pick<RecordWrite, 'ifUpdatedAt' | 'owner'> {
  /** Also for a storage with soft delete, and for a record in its trash: gone for good. */
  readonly permanent?: boolean;
  readonly hook?: CommitHook<void>;
}

/** To the trash when the storage has soft delete, for good otherwise. @throws {ApiError} not-found, also the second time; conflict */
export async function deleteRecord(
  services: RecordServices,
  storage: StorageRow,
  id: string,
  { actor, permanent = false, hook, ...rest }: DeleteOptions,
): Promise<void> {
  if (!isRecordId(id) && !isClientId(id)) throw notFound('Record');
  await writeRecords(services, [{ ...rest, op: 'delete', id, permanent, storage, where: '' }], {
    actor,
    hook: hook && { alsoWrites: () => hook.alsoWrites() },
  });
}
