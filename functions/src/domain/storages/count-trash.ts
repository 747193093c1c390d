import type { Store } from '../../store/access.ts';
import { trash } from '../../store/collections.ts';

/** A count up to this number is one billed read. */
export const mostCounted = 1000;

/** @returns the records in the trash, at most a thousand */
export function countTrash(store: Pick<Store, 'in'>, storageId: string): Promise<number> {
  return store.in(trash(storageId)).count({ where: [['kind', '==', 'trash']], limit: mostCounted });
}
