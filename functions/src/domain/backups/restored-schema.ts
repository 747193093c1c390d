import { isDeepStrictEqual } from 'node:util';
import { type FieldProblem, type SchemaField, StorageSchema } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { numbers, schemas } from '../../store/collections.ts';
import type { Caller } from '../callers/caller.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { counterId } from '../records/schema/next-numbers.ts';
import { schemaOf } from '../records/schema/storage-rules.ts';
import { changeSchema } from '../records/schema-change/change-schema.ts';
import { orGap, restoreGap } from './restore-gap.ts';
import type { PartOutcome, Restoring } from './restoring.ts';
import { type BackedUpSettings, counting } from './storage-settings.ts';

/**
 * Gives a storage its schema of that time as the next version, by the console's own way: contradictions and stored values that clash refuse
 * it. References lead to the storages of the restore. One read where it is the same.
 */
export async function restoreSchema(
  services: Services,
  caller: Caller,
  { storage, backed, isNew, isTrial, ids }: Restoring,
): Promise<PartOutcome> {
  if (backed.schema === null) return { part: null, gaps: [] };
  const gaps = gapsOf(backed, isNew);
  if (!storage) return { part: 'schema', gaps };
  const schema = referring(StorageSchema.parse(JSON.parse(backed.schema)), ids);
  const state = backed.schemaState ?? 'warn';
  if (await isSame(services, storage, { schema, state })) return { part: null, gaps: [] };
  const path = { projectId: storage.data.projectId, storageId: storage.id };
  const change = { version: storage.data.schema?.version ?? 0, schema, state };
  const failed = isTrial
    ? []
    : await orGap({ field: 'schema', key: 'restoreSchema' }, async () => {
        await changeSchema(services, { caller, path, change });
        if (isNew) await countOn(services, storage.id, backed);
      });
  return failed.length > 0 ? { part: null, gaps: failed } : { part: 'schema', gaps };
}

function gapsOf({ schema, schemaState, counters }: BackedUpSettings, isNew: boolean): FieldProblem[] {
  const counted = isNew && !counters ? counting(JSON.parse(schema ?? '{"fields":{}}') as StorageSchema) : []; // as it was stored
  return [
    ...(schemaState ? [] : [restoreGap('schema', 'restoreSchemaState')]),
    ...counted.map((field) => restoreGap(`schema.${field}`, 'restoreCounter', { field })),
  ];
}

/** A storage that the project has lost and gets again has another id than before. */
function referring(schema: StorageSchema, ids: ReadonlyMap<string, string>): StorageSchema {
  const fields = Object.entries(schema.fields).map(([name, field]): [string, SchemaField] => {
    const target = field.storage === undefined ? undefined : ids.get(field.storage);
    return [name, target === undefined ? field : { ...field, storage: target }];
  });
  return { ...schema, fields: Object.fromEntries(fields) };
}

async function isSame({ store }: Services, { id, data }: StorageRow, wanted: { schema: StorageSchema; state: string }): Promise<boolean> {
  if (!data.schema || (data.schema.state === 'arming' ? 'enforce' : data.schema.state) !== wanted.state) return false;
  const row = await store.in(schemas(id)).get(String(data.schema.version));
  return row !== null && isDeepStrictEqual(schemaOf(row.data), wanted.schema);
}

/** No new record gets a number that a restored one has. */
async function countOn({ store }: Services, storageId: string, { counters = {} }: BackedUpSettings): Promise<void> {
  const writes = Object.entries(counters).map(([name, next]) => numbers(storageId).set(counterId(name), { next }));
  if (writes.length > 0) await store.commit(writes);
}
