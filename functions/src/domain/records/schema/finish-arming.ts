import type { RecordServices } from '../../../services/record-services.ts';
import { armingMillis } from '../../../services/schema-lease.ts';
import { schemas, storages } from '../../../store/collections.ts';

/**
 * Ends the time in which some instances may not know of an enforced schema yet: from here on no record gets past it.
 * @returns `other` when the schema has been changed since
 */
export function finishArming(
  { store, now }: Pick<RecordServices, 'store' | 'now'>,
  storageId: string,
  version: number,
): Promise<'arming' | 'enforce' | 'other'> {
  return store.transaction(async (tx) => {
    const [storage, saved] = [await tx.storages.get(storageId), await tx.in(schemas(storageId)).get(String(version), ['createdAt'])];
    const schema = storage?.data.schema;
    if (!saved || schema?.version !== version) return 'other';
    if (schema.state !== 'arming') return schema.state === 'enforce' ? 'enforce' : 'other';
    if (now() < saved.data.createdAt.toMillis() + armingMillis) return 'arming';
    tx.write(storages.update(storageId, { schema: { version, state: 'enforce' } }));
    return 'enforce';
  });
}
