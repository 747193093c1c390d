import { limits } from '@bedplate/contract';
import type { Services } from '../../../services/services.ts';
import type { Caller } from '../../callers/caller.ts';
import { catalogueOf } from '../index/catalogue.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { changeSchema } from '../schema-change/change-schema.ts';
import { readSchema } from '../schema/save-schema.ts';

/** @returns whether an import may declare a field of the name: a new one, in a storage that still learns what its fields are */
export function mayDeclareIn({ data }: StorageRow): (name: string) => boolean {
  if (data.schema && data.schema.state !== 'learn') return () => false;
  const known = new Set(catalogueOf(data).fields.map(({ path }) => path.split('.', 1)[0]));
  return (name) => !name.includes('.') && !known.has(name);
}

/**
 * Declares columns of amounts as decimals, whose zeros are kept and whose sums are exact.
 * @param by whoever may change the schema
 * @returns the storage as it is then @throws {ApiError} conflict when somebody else changes the schema at the same time
 */
export async function declareDecimals(
  services: Services,
  storage: StorageRow,
  { names, by }: { names: readonly string[]; by: Caller },
): Promise<StorageRow> {
  const path = { projectId: storage.data.projectId, storageId: storage.id };
  const { version, state, schema } = await readSchema(services, by, path);
  const fields = { ...schema.fields, ...Object.fromEntries(names.map((name) => [name, { type: 'decimal' as const }])) };
  if (state !== 'learn' || Object.keys(fields).length > limits.schemaFields) return storage;
  await changeSchema(services, { caller: by, path, change: { version, schema: { ...schema, fields }, state } });
  return (await services.store.storages.get(storage.id)) ?? storage;
}
