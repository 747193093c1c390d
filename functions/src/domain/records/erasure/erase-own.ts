import type { CollectionPath } from '../../../store/model/collection.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import { ApiError } from '../../../errors/api-error.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { ErasureDocument } from '../../../store/documents/erasure-documents.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import { recordsPath, trashPath } from '../model/paths.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { isUserStorage } from '../model/user-storage.ts';
import { markErased } from './mark-erased.ts';

const pageSize = 50;

/** Erases the records of a user in all storages of the project, live and in the trash. @returns whether none is left */
export async function eraseOwn(services: RecordServices, { projectId, recordId }: ErasureDocument, until: number): Promise<boolean> {
  if (recordId === null) return true;
  const { rows } = await services.store.storages.query({ where: [['projectId', '==', projectId]] });
  let areAll = true;
  for (const storage of rows) {
    if (isUserStorage(storage)) continue;
    const wanted = { owner: recordId, until };
    if (!(await eraseAt(services, storage, { ...wanted, from: recordsPath(storage.id), time: 'updatedAt' }))) areAll = false;
    if (!(await eraseAt(services, storage, { ...wanted, from: trashPath(storage.id), time: 'deletedAt' }))) areAll = false;
  }
  return areAll;
}

/** A document of the walk: a record has no kind. */
type Mark = { readonly kind?: string; readonly updatedAt?: Timestamp; readonly deletedAt?: Timestamp };

interface Place {
  readonly owner: string;
  readonly until: number;
  readonly from: CollectionPath<Mark>;
  readonly time: 'updatedAt' | 'deletedAt';
}

/** The walk goes on behind what stays: records that references hold, and in the trash the marks of those that are erased. */
async function eraseAt(services: RecordServices, storage: StorageRow, { owner, until, from, time }: Place): Promise<boolean> {
  let after: readonly unknown[] | undefined;
  let areAll = true;
  for (;;) {
    const { rows } = await services.store.query({
      from,
      where: [['owner', '==', owner]],
      orderBy: [
        [time, 'asc'],
        [documentId, 'asc'],
      ],
      ...(after ? { startAfter: after } : {}),
      limit: pageSize,
      select: ['kind', time],
    });
    const ids = rows.filter(({ data }) => data.kind === undefined || data.kind === 'trash').map(({ id }) => id);
    if (!(await eraseAll(services, storage, { ids, until }))) areAll = false;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return areAll;
    if (services.now() >= until) return false;
    after = [last.data[time], last.id];
  }
}

/** A record that a reference holds keeps the others from nothing. @returns whether all are erased */
async function eraseAll(
  services: RecordServices,
  storage: StorageRow,
  { ids, until }: { ids: readonly string[]; until: number },
): Promise<boolean> {
  let areAll = true;
  for (const id of ids) {
    if (services.now() >= until) return false;
    try {
      await markErased(services, storage, { id, actor: 'erasure' });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
      areAll = false; // the sweep tries again, until what refers to it is gone
    }
  }
  return areAll;
}
