import type { Transaction } from '../../store/transaction.ts';
import { deletedPath, recordPath } from '../records/model/paths.ts';

/**
 * A claim on an account elsewhere stays behind a user who was deleted for good, and holds it for nobody.
 * @param holder the user whom the claim names
 * @returns whether that user is there, or can come back
 */
export async function isHeld(tx: Transaction, storageId: string, holder: string): Promise<boolean> {
  const [live, deleted] = await Promise.all([
    tx.get(recordPath(storageId, holder), []),
    tx.get<{ kind: string }>(deletedPath(storageId, holder), ['kind']), // a tombstone is for listeners alone
  ]);
  return live !== null || deleted?.data.kind === 'trash';
}
