import { createCache } from '../../../memory/cache.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { isAlreadyExists } from '../../../store/model/firestore-errors.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { newJob } from '../model/new-job.ts';

/** Storages whose job this instance has begun, or found begun. */
const begun = createCache<true>({ max: 5000 });

/** Begins the one job that gives a storage's records the second form of the index. One billed write, with the first query that meets it. */
export async function beginReindex(services: RecordServices, storage: StorageRow): Promise<void> {
  if (begun.get(storage.id)) return;
  begun.set(storage.id, true);
  const { write } = newJob(services, storage, { id: `reindex-${storage.id}`, kind: 'reindex', input: {}, actor: 'system' });
  try {
    await services.store.commit([write]);
  } catch (error) {
    if (isAlreadyExists(error)) return;
    begun.delete(storage.id);
    throw error;
  }
}
