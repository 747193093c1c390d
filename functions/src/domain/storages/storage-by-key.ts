import type { Store } from '../../store/access.ts';
import { sha256 } from '../../crypto/crypt.ts';

/** The document that reserves a key for one storage of a project, in any letter case. */
export function storageKeyId(projectId: string, storageKey: string): string {
  return sha256(JSON.stringify(['storageKey', projectId, storageKey.toLowerCase()]));
}

/** @returns the id of the storage with the key, even if archived; costs one read */
export async function storageIdOfKey(store: Store, projectId: string, storageKey: string): Promise<string | null> {
  return (await store.unique.get(storageKeyId(projectId, storageKey)))?.data.ref ?? null;
}
