import { passwordMark } from '../../crypto/crypt.ts';
import type { Services } from '../../services/services.ts';
import { set, update } from '../../store/model/writes.ts';
import { hashPassword } from '../records/model/password.ts';
import { privatePath, recordPath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';

/**
 * Puts a hash of ours in the place of one that another system has made, once the password was right. Where it was changed in the
 * meantime it stays changed.
 * @returns the hash that is stored now
 */
export async function replaceHash(
  services: Services,
  storage: Pick<StorageRow, 'id' | 'data'>,
  { key, stored, password }: { key: string; stored: string; password: string },
): Promise<string> {
  const hash = await hashPassword(password, storage.data.tenantId);
  const isReplaced = await services.store.transaction(async (tx) => {
    const present = (await tx.get(privatePath(storage.id, key)))?.data.password;
    if (present !== stored) return false;
    tx.write(
      set(privatePath(storage.id, key), { password: hash }),
      update(recordPath(storage.id, key), { passwordMark: passwordMark(hash) }),
    );
    return true;
  });
  return isReplaced ? hash : stored;
}
