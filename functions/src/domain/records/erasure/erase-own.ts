import type { RecordServices } from '../../../services/record-services.ts';
import { records, trash } from '../../../store/collections.ts';
import type { ErasureDocument } from '../../../store/documents/erasure-documents.ts';
import { documentId } from '../../../store/model/query-spec.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { isUserStorage } from '../model/user-storage.ts';
import { markErased } from './mark-erased.ts';

const pageSize = 50;

/** Erases the records of a user in all storages of the project, live and in the trash. @returns whether none is left */
export async function eraseOwn(services: RecordServices, { projectId, recordId }: ErasureDocument, until: number): Promise<boolean> {
  if (recordId === null) return true;
  const { rows } = await services.store.storages.query({ where: [['projectId', '==', projectId]] });
  for (const storage of rows) {
    if (isUserStorage(storage)) continue;
    const wanted = { owner: recordId, until };
    if (!(await eraseLive(services, storage, wanted)) || !(await eraseInTrash(services, storage, wanted))) return false;
  }
  return true;
}

interface Wanted {
  readonly owner: string;
  readonly until: number;
}

async function eraseLive(services: RecordServices, storage: StorageRow, { owner, until }: Wanted): Promise<boolean> {
  for (;;) {
    const { rows } = await services.store.in(records(storage.id)).query({
      where: [['owner', '==', owner]],
      orderBy: [['updatedAt', 'asc']],
      limit: pageSize,
      select: [],
    });
    if (!(await eraseAll(services, storage, { ids: rows.map(({ id }) => id), until }))) return false;
    if (rows.length < pageSize) return true;
  }
}

/** An erased record lies there on as a mark, so the walk goes on behind it. */
async function eraseInTrash(services: RecordServices, storage: StorageRow, { owner, until }: Wanted): Promise<boolean> {
  let after: [Timestamp, string] | null = null;
  for (;;) {
    const { rows } = await services.store.in(trash(storage.id)).query({
      where: [['owner', '==', owner]],
      orderBy: [
        ['deletedAt', 'asc'],
        [documentId, 'asc'],
      ],
      ...(after ? { startAfter: after } : {}),
      limit: pageSize,
      select: ['kind', 'deletedAt'],
    });
    const ids = rows.filter(({ data }) => data.kind === 'trash').map(({ id }) => id);
    if (!(await eraseAll(services, storage, { ids, until }))) return false;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return true;
    after = [last.data.deletedAt, last.id];
  }
}

/** @returns whether there was time for all */
async function eraseAll(
  services: RecordServices,
  storage: StorageRow,
  { ids, until }: { ids: readonly string[]; until: number },
): Promise<boolean> {
  for (const id of ids) {
    if (services.now() >= until) return false;
    await markErased(services, storage, { id, actor: 'erasure' });
  }
  return true;
}
