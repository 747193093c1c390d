import type { SchemaDocument, SchemaField, ShownSchemaState, StorageSchema } from '@bedplate/contract';
import type { Cache } from '../../../memory/cache.ts';
import type { InstanceMemory } from '../../../memory/instance-memory.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { KeptBy } from '../kept-totals/share.ts';
import { schemas } from '../../../store/collections.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import type { StorageRow } from '../model/storage-row.ts';

/** A storage's schema as the writes of its records ask for it. */
export interface StorageRules {
  readonly version: number;
  readonly state: ShownSchemaState;
  readonly fields: ReadonlyMap<string, SchemaField>;
  readonly unique: readonly IdentifiedRule[];
  /** Fields that the schema does not have are refused. */
  readonly closed: boolean;
  readonly totals: readonly KeptBy[];
}

interface IdentifiedRule {
  readonly id: string;
  readonly fields: readonly string[];
  readonly ignoreCase: boolean;
}

const none: Promise<undefined> = Promise.resolve(undefined);

/**
 * One billed read per instance and version.
 * @returns undefined, without a read, for a storage that has no schema
 */
export function rulesOf(services: Pick<RecordServices, 'store'>, storage: StorageRow): Promise<StorageRules | undefined> {
  const { schema } = storage.data;
  return schema ? knownRules(services, storage.id, schema) : none;
}

async function knownRules(
  { store }: Pick<RecordServices, 'store'>,
  storageId: string,
  { version, state }: NonNullable<StorageRow['data']['schema']>,
): Promise<StorageRules> {
  const known = rulesIn(store.memory);
  const name = `${storageId}/${version}/${state}`;
  const rules = known.get(name) ?? rulesFrom(await loaded(store, storageId, version), { version, state });
  known.set(name, rules);
  return rules;
}

const memories = new WeakMap<InstanceMemory, Cache<StorageRules>>();

/** Documents of a version never change, so nothing here is ever outdated. */
function rulesIn(memory: InstanceMemory): Cache<StorageRules> {
  const known = memories.get(memory) ?? memory.cache<StorageRules>({ max: 500 });
  memories.set(memory, known);
  return known;
}

async function loaded(store: RecordServices['store'], storageId: string, version: number): Promise<SchemaDocument<Timestamp>> {
  const row = await store.in(schemas(storageId)).get(String(version));
  if (!row) throw new Error(`storages/${storageId} has no schema of version ${version}`);
  return row.data;
}

function rulesFrom(document: SchemaDocument<Timestamp>, { version, state }: Pick<StorageRules, 'version' | 'state'>): StorageRules {
  const schema = schemaOf(document);
  const { fields, unique, closed } = schema;
  return {
    version,
    state,
    fields: new Map(Object.entries(fields)),
    unique: unique.map((rule, i) => ({ id: document.uniqueIds[i] ?? '', fields: rule.fields, ignoreCase: rule.ignoreCase ?? false })),
    closed,
    totals: keptTotals(schema, document.totalIds ?? []),
  };
}

/** @returns the kept totals of a schema. Sums of decimals have a scale: see `contradictions`. */
function keptTotals({ fields, totals = [] }: StorageSchema, ids: readonly string[]): KeptBy[] {
  return totals.map(({ by, sum = [] }, i) => ({
    id: ids[i] ?? '',
    by,
    sums: sum.map((field) => ({
      field,
      type: fields[field]?.type === 'integer' ? 'integer' : 'decimal',
      scale: fields[field]?.scale ?? 0,
    })),
  }));
}

export function schemaOf({ schema }: Pick<SchemaDocument<Timestamp>, 'schema'>): StorageSchema {
  return JSON.parse(schema) as StorageSchema; // checked before it was stored
}
