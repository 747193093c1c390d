import type { Transaction } from 'firebase-admin/firestore';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { recordsPath, trashPath } from '../records/model/paths.ts';

/**
 * App users claim their names, and own themselves, from the moment they are created: records cannot become users later, nor stop
 * being some. The trash counts, since what it holds can come back.
 * @throws {ApiError} conflict
 */
export async function requireNoRecords({ db }: Services, tx: Transaction, storageId: string): Promise<void> {
  const [records, trash] = await Promise.all([
    tx.get(db.collection(recordsPath(storageId)).select().limit(1)),
    tx.get(db.collection(trashPath(storageId)).where('kind', '==', 'trash').select().limit(1)),
  ]);
  if (records.empty && trash.empty) return;
  const message =
    'The key "users" makes records app users with unique names: it can be given or taken away only while the storage and its trash are empty.';
  throw new ApiError('conflict', message, { details: [{ field: 'storageKey', message }] });
}
