import { type KeptTotal, limits, type SchemaAnswer, type SchemaChange, type SchemaPart, type StorageSchema } from '@bedplate/contract';
import { ApiError, notFound } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { versionsId } from '../../../services/schema-lease.ts';
import type { Services } from '../../../services/services.ts';
import { schemas, storages } from '../../../store/collections.ts';
import { Timestamp } from '../../../store/model/values.ts';
import type { Write } from '../../../store/model/writes.ts';
import { activityWrite } from '../../activity/activity-log.ts';
import type { Caller } from '../../callers/caller.ts';
import { findStorage } from '../../callers/find-project.ts';
import { actorOf } from '../../callers/member-of.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { declarations, isConverting } from './declare-fields.ts';
import { refuseContradictions } from './refuse-contradictions.ts';
import { finishArming } from './finish-arming.ts';
import { listing } from './list-version.ts';
import { schemaOf } from './storage-rules.ts';

interface StoragePath {
  projectId: string;
  storageId: string;
}

interface Saved {
  readonly storage: StorageRow;
  readonly part: SchemaPart;
  readonly newRules: readonly string[];
  /** Whether kept totals begin or end, or records are still being counted for them by the version before. */
  readonly changesTotals: boolean;
  /** Whether stored values have the index of another type. */
  readonly isConverting: boolean;
}

export interface SaveHook {
  /** Adds to the commit what a changed schema makes necessary. @param storage as it was before; `newRules`: ids of unique rules */
  readonly alsoWrites: (saved: Saved) => readonly Write[];
}

const noHook: SaveHook = { alsoWrites: () => [] };

const noSchema: StorageSchema = { fields: {}, unique: [], closed: false };

/** @returns version 0 and no fields for a storage that has no schema @throws {ApiError} not-found */
export async function readSchema(services: Services, caller: Caller, path: StoragePath): Promise<SchemaAnswer> {
  const { id, data } = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  if (!data.schema) return { version: 0, state: 'learn', schema: noSchema };
  const row = await services.store.in(schemas(id)).get(String(data.schema.version));
  if (!row) throw notFound('Storage'); // it was deleted for good between the two reads
  const schema = schemaOf(row.data);
  const isArmed =
    data.schema.state === 'arming' &&
    (await finishArming({ store: services.store, now: services.clock }, id, data.schema.version)) === 'enforce';
  const state = isArmed ? 'enforce' : data.schema.state;
  return { version: data.schema.version, state, schema, ...statesOf(row.data.totalIds, data) };
}

/**
 * Stores the next version of the schema: its document, what the storage's document says of it, and the catalogue's declarations.
 * @throws {ApiError} not-found, payload-too-large; invalid-argument for a schema that contradicts itself; conflict when the schema
 * has another version than the caller has seen
 */
export async function saveSchema(
  services: Services,
  {
    caller,
    path,
    change: { version: seen, schema, state },
    hook = noHook,
  }: { caller: Caller; path: StoragePath; change: SchemaChange; hook?: SaveHook },
): Promise<SchemaAnswer> {
  const storage = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  const { id } = storage;
  const text = JSON.stringify(schema);
  if (Buffer.byteLength(text) > limits.record) throw new ApiError('payload-too-large', say('schemaLarge', { max: limits.record / 1024 }));
  await refuseContradictions(services.store, storage, schema);
  return services.store.transaction(async (tx) => {
    const stored = await tx.storages.get(id);
    if (!stored || stored.data.archived) throw notFound('Storage');
    const before = stored.data.schema;
    if ((before?.version ?? 0) !== seen) throw new ApiError('conflict', say('schemaOutdated'), { field: 'version' });
    const earlier = before ? await tx.in(schemas(id)).get(String(before.version)) : null;
    const now = services.clock();
    const part: SchemaPart = { version: seen + 1, state: state === 'enforce' ? 'arming' : state };
    const listed = await tx.schemaVersions.get(versionsId);
    const uniqueIds = ruleIds(services, schema, earlier && { ...schemaOf(earlier.data), ids: earlier.data.uniqueIds });
    const totalIds = idsOfTotals(services, schema, earlier && { ...schemaOf(earlier.data), ids: earlier.data.totalIds ?? [] });
    const totals = remaining(stored.data, totalIds);
    const declared = declarations(stored.data, schema, now);
    tx.write(
      schemas(id).create(String(part.version), {
        schema: text,
        uniqueIds,
        ...(totalIds.length > 0 && { totalIds }),
        createdAt: Timestamp.fromMillis(now),
        createdBy: caller.uid,
      }),
      ...listing(listed?.data, { id, now, schema: part.version }),
      storages.update(id, {
        schema: part,
        updatedAt: Timestamp.fromMillis(now),
        ...totals,
        ...declared,
        ...(Object.keys(declared).length > 0 && { typesSince: Math.max(now, (stored.data.typesSince ?? 0) + 1) }),
      }),
      activityWrite(services, {
        ...actorOf(caller),
        projectId: path.projectId,
        module: 'Data Storage',
        activity: 'Update Storage',
        kind: 'schemaChanged',
        values: { who: caller.name, name: stored.data.storageName },
      }),
      ...hook.alsoWrites({
        storage,
        part,
        newRules: uniqueIds.filter((known) => !earlier?.data.uniqueIds.includes(known)),
        changesTotals:
          totalIds.join() !== (earlier?.data.totalIds ?? []).join() ||
          (statesOf(totalIds, stored.data).totalStates?.includes('counting') ?? false),
        isConverting: isConverting(stored.data.fields, declared),
      }),
    );
    return { ...part, schema, ...statesOf(totalIds, totals) };
  });
}

type OfTotals = Pick<StorageRow['data'], 'keptTotals' | 'fullTotals'>;

function statesOf(ids: readonly string[] = [], { keptTotals = [], fullTotals = [] }: OfTotals): Pick<SchemaAnswer, 'totalStates'> {
  if (ids.length === 0) return {};
  return { totalStates: ids.map((id) => (fullTotals.includes(id) ? 'full' : keptTotals.includes(id) ? 'ready' : 'counting')) };
}

/** @returns what a storage's document keeps of its totals when others end */
function remaining({ keptTotals, fullTotals }: OfTotals, ids: readonly string[]): OfTotals {
  return {
    ...(keptTotals && { keptTotals: keptTotals.filter((id) => ids.includes(id)) }),
    ...(fullTotals && { fullTotals: fullTotals.filter((id) => ids.includes(id)) }),
  };
}

/** A kept total is another one when it counts by other fields, in another order, or adds up others. */
function idsOfTotals(
  { makeId }: Pick<Services, 'makeId'>,
  schema: StorageSchema,
  earlier: (StorageSchema & { ids: readonly string[] }) | null,
): string[] {
  const known = new Map(earlier?.totals?.map((total, i) => [meaningOfTotal(total, earlier), earlier.ids[i]] as const));
  return (schema.totals ?? []).map((total) => known.get(meaningOfTotal(total, schema)) ?? makeId().id);
}

function meaningOfTotal({ by, sum = [] }: KeptTotal, { fields }: StorageSchema): string {
  return JSON.stringify([by, ...sum.map((name) => [name, fields[name]?.type, fields[name]?.scale])]);
}

/** A rule keeps its id while it means the same: its fields, their types, and whether letter case counts. */
function ruleIds(
  { makeId }: Pick<Services, 'makeId'>,
  schema: StorageSchema,
  earlier: (StorageSchema & { ids: readonly string[] }) | null,
): string[] {
  const known = new Map(earlier?.unique.map((rule, i) => [meaningOf(rule, earlier), earlier.ids[i]] as const));
  return schema.unique.map((rule) => known.get(meaningOf(rule, schema)) ?? makeId().id);
}

function meaningOf({ fields, ignoreCase = false }: StorageSchema['unique'][number], schema: StorageSchema): string {
  return JSON.stringify([ignoreCase, ...fields.map((name) => [name, schema.fields[name]?.type, schema.fields[name]?.zone])]);
}
