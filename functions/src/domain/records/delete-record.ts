import { type DeletedDocument, decodeFields, type RecordDocument, type StoredFile } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { notFound } from '../../http/api-error.ts';
import { remove, set, type Write } from '../../store/writes.ts';
import { forgetTotals } from '../query/shared-totals.ts';
import { deletedPath, privatePath, recordPath } from './paths.ts';
import { isRecordId } from './record-id.ts';
import type { Actor, RecordServices, StorageRow } from './record-services.ts';
import { claimsOf } from './unique-claims.ts';

export interface DeleteOptions extends Actor {
  /** Also for a storage with soft delete, and for a record in its trash: gone for good. */
  readonly permanent?: boolean;
  /** Further writes of the same commit. */
  readonly also?: readonly Write[];
}

/** Tombstones tell listeners and counts of a delete; the database's TTL removes them. */
const tombstoneDays = 7;

/** To the trash when the storage has soft delete, for good otherwise. @throws {ApiError} not-found, also the second time */
export async function deleteRecord(services: RecordServices, storage: StorageRow, recordId: string, options: DeleteOptions): Promise<void> {
  if (!isRecordId(recordId)) throw notFound('Record');
  const forGood = options.permanent === true || !storage.data.is_softDelete;
  const files = await services.store.transaction(async (tx): Promise<StoredFile[]> => {
    const live = await tx.get<RecordDocument<Timestamp>>(recordPath(storage.id, recordId));
    if (live) {
      tx.write(
        remove(live.path),
        ...(forGood ? burial(services, storage, recordId, live.data) : toTrash(services, storage, recordId, live.data)),
      );
      return Object.values(live.data.files ?? {});
    }
    const trash = options.permanent ? await tx.get<DeletedDocument<Timestamp>>(deletedPath(storage.id, recordId)) : null;
    if (trash?.data.kind !== 'trash') throw notFound('Record');
    tx.write(...burial(services, storage, recordId, trash.data, trash.data.deletedAt), ...(options.also ?? []));
    return Object.values(trash.data.files ?? {});
  });
  forgetTotals(services.store, storage.id);
  await Promise.all(files.map((file) => (forGood ? services.files.remove(file.path) : services.files.share(file, false))));
}

function toTrash(services: RecordServices, storage: StorageRow, recordId: string, record: RecordDocument<Timestamp>): Write[] {
  const { data, files, createdAt, updatedAt, createdBy, hasPassword } = record;
  const deleted: DeletedDocument<Timestamp> = {
    kind: 'trash',
    data,
    files: files ?? {},
    ...(hasPassword ? { hasPassword } : {}),
    createdAt,
    updatedAt,
    createdBy,
    deletedAt: Timestamp.fromMillis(services.now()),
  };
  return [set(deletedPath(storage.id, recordId), deleted)];
}

function burial(
  services: RecordServices,
  storage: StorageRow,
  recordId: string,
  record: Pick<DeletedDocument<Timestamp>, 'data' | 'createdAt' | 'updatedAt' | 'hasPassword'>,
  deletedAt = Timestamp.fromMillis(services.now()),
): Write[] {
  const tombstone: DeletedDocument<Timestamp> = {
    kind: 'tombstone',
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
    deletedAt,
    expiresAt: Timestamp.fromMillis(services.now() + tombstoneDays * 86_400_000),
  };
  return [
    set(deletedPath(storage.id, recordId), tombstone),
    ...(record.hasPassword ? [remove(privatePath(storage.id, recordId))] : []),
    ...claimsOf(storage, decodeFields(record.data ?? {})).map(({ path }) => remove(path)),
  ];
}
