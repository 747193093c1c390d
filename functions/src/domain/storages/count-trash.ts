import { ApiError } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Store } from '../../store/access.ts';
import { trash } from '../../store/collections.ts';

/** A count up to this number is one billed read. */
export const mostCounted = 1000;

/** @returns the records in the trash, at most a thousand */
export function countTrash(store: Pick<Store, 'in'>, storageId: string): Promise<number> {
  return store.in(trash(storageId)).count({ where: [['kind', '==', 'trash']], limit: mostCounted });
}

/** @throws {ApiError} conflict, with how many records the trash holds */
export async function requireNoTrash(store: Pick<Store, 'in'>, storageId: string): Promise<void> {
  const count = await countTrash(store, storageId);
  if (count > 0) throw new ApiError('conflict', say('trashHeld', { count }), { field: 'is_softDelete' });
}
