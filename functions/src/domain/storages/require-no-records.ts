import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { records, trash } from '../../store/collections.ts';
import type { Transaction } from '../../store/transaction.ts';

/**
 * Requires an empty storage: records cannot become app users later, or stop being users, because users
 * claim their names at creation. Records in the trash count, since they can be restored.
 * @throws {ApiError} conflict
 */
export async function requireNoRecords(tx: Transaction, storageId: string): Promise<void> {
  const [present, deleted] = await Promise.all([
    tx.in(records(storageId)).query({ select: [], limit: 1 }),
    tx.in(trash(storageId)).query({ where: [['kind', '==', 'trash']], select: [], limit: 1 }),
  ]);
  if (present.rows.length === 0 && deleted.rows.length === 0) return;
  const message = say('usersKey');
  throw new ApiError('conflict', message, { field: 'storageKey' });
}
