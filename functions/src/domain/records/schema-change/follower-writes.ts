import type { OnDelete, SchemaChange, SchemaField } from '@bedplate/contract';
import type { Services } from '../../../services/services.ts';
import { storages } from '../../../store/collections.ts';
import { gone } from '../../../store/model/values.ts';
import type { Write } from '../../../store/model/writes.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { referredStorage } from '../references/reference-fields.ts';
import { rulesOf } from '../schema/storage-rules.ts';

/**
 * A storage knows whose records follow a delete of its own: so a delete elsewhere costs nothing more. Saving another version than the
 * one that is read here is refused.
 * @returns what the storages that were or are referred to note of this one
 */
export async function followerWrites(services: Services, storage: StorageRow, { schema, state }: SchemaChange): Promise<Write[]> {
  const earlier = followed((await rulesOf(services, storage))?.fields ?? []);
  const now = state === 'learn' ? new Map<string, Record<string, OnDelete>>() : followed(Object.entries(schema.fields));
  const ids = [...new Set([...earlier.keys(), ...now.keys()])];
  const rows = await services.store.storages.getAll(ids);
  return rows.flatMap((row) => {
    if (row?.data.projectId !== storage.data.projectId) return [];
    return [storages.update(row.id, { [`referredBy.${storage.id}`]: now.get(row.id) ?? gone })];
  });
}

function followed(fields: Iterable<readonly [string, SchemaField]>): Map<string, Record<string, OnDelete>> {
  const found = new Map<string, Record<string, OnDelete>>();
  for (const [name, field] of fields) {
    const storageId = referredStorage(field);
    if (storageId !== undefined && field.onDelete) found.set(storageId, { ...found.get(storageId), [name]: field.onDelete });
  }
  return found;
}
