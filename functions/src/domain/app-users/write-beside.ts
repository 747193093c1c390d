import type { Services } from '../../services/services.ts';
import type { Write } from '../../store/model/writes.ts';
import { recordPath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { wrong } from './challenges.ts';

/**
 * Writes what is kept beside a user. Whoever is deleted for good meanwhile takes that along: it would come back without its user, with
 * an address or an account elsewhere that nobody would ever remove.
 * @throws {ApiError} unauthenticated when the user has left
 */
export async function writeBeside(
  { store }: Pick<Services, 'store'>,
  storage: StorageRow,
  { key, writes }: { readonly key: string; readonly writes: readonly Write[] },
): Promise<void> {
  await store.transaction(async (tx) => {
    if (!(await tx.get(recordPath(storage.id, key), []))) throw wrong();
    tx.write(...writes);
  });
}
