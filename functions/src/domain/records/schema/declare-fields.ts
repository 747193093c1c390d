import { type FieldCatalogueEntry, jsonTypeOf, type SchemaField, type StorageSchema, type ValueType } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { gone, Timestamp } from '../../../store/model/values.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { newEntries } from '../index/catalogue.ts';

type Entries = StorageRow['data']['fields'];
type Entry = FieldCatalogueEntry<Timestamp>;

/**
 * Index and planner learn from the catalogue what a field's values mean, so they never need the schema.
 * @returns what an update of the storage's document takes to declare the fields as the schema does
 * @throws {ApiError} conflict while the values of a field that gets another type are still being indexed by the type before
 */
export function declarations({ fields: entries }: Pick<StorageRow['data'], 'fields'>, schema: StorageSchema, now: number) {
  const changes: Record<string, unknown> = {};
  const known = new Set<string>();
  for (const [code, entry] of Object.entries(entries)) {
    const [name = '', ...deeper] = entry.path;
    if (deeper.length > 0) continue;
    known.add(name);
    const field = Object.hasOwn(schema.fields, name) ? schema.fields[name] : undefined;
    const isNew = entry.types.length === 0 && !(field?.type === 'geo' && holdsPlaces(entries, name));
    for (const [key, value] of Object.entries(redeclared(entry, field && valueType(field), isNew)))
      changes[`fields.${code}.${key}`] = value;
  }
  for (const [code, entry] of Object.entries(added(entries, schema, { known, now }))) changes[`fields.${code}`] = entry;
  return changes;
}

/** @param changes from `declarations` @returns whether values of a field have the form or the index of another type than the declared one */
export function isConverting(entries: Entries, changes: Readonly<Record<string, unknown>>): boolean {
  return (
    Object.entries(changes).some(([path, value]) => path.endsWith('.declaredBefore') || isConverted(value)) ||
    Object.values(entries).some(({ declaredBefore }) => declaredBefore !== undefined)
  );
}

function isConverted(change: unknown): boolean {
  return typeof change === 'object' && change !== null && 'declaredBefore' in change;
}

export function valueType({ type, of, zone }: SchemaField): ValueType {
  return { type, ...(of && { of }), ...(zone && { zone }) };
}

/** @param isNew no record has a value to index in another way */
function redeclared(entry: Entry, declared: ValueType | undefined, isNew: boolean): Record<string, unknown> {
  const before = entry.declared;
  if (JSON.stringify(before) === JSON.stringify(declared)) return {};
  const changes = { declared: declared ?? gone };
  if (isNew || !(isReindexed(before, declared) || mayConvert(entry, before, declared))) return changes;
  const earlier = entry.declaredBefore === 'none' ? undefined : entry.declaredBefore;
  if (entry.declaredBefore !== undefined && isReindexed(earlier, before) && isReindexed(earlier, declared)) {
    throw new ApiError('conflict', say('fieldConverting', { field: entry.path.join('.') }));
  }
  return { ...changes, declaredBefore: before ?? 'none' };
}

/** @returns whether values have another index by the second type than by the first one */
export function isReindexed(before: ValueType | undefined, declared: ValueType | undefined): boolean {
  return indexKind(before) !== indexKind(declared);
}

/** A field that had a type, gets another one, and may have values of the former's form. */
function mayConvert({ types }: Entry, before: ValueType | undefined, declared: ValueType | undefined): boolean {
  if (!before || !declared || before.type === declared.type) return false;
  if (declared.type === 'integer') return true; // of a decimal: "7.00"
  const own = jsonTypeOf(declared.type);
  return own !== undefined && types.some((type) => type !== own && type !== 'null');
}

/** Values of two types of one kind have the same index. */
function indexKind(declared: ValueType | undefined): string {
  if (!declared) return 'plain';
  const { type, of, zone } = declared;
  if (type === 'integer' || type === 'decimal') return 'exact';
  if (type === 'dateTime') return `dateTime ${zone ?? 'UTC'}`;
  if (type === 'date' || type === 'longText' || type === 'geo') return type;
  if (type === 'list' && of && of !== 'list') return `list ${indexKind({ type: of, zone })}`;
  return 'plain';
}

/** The parts of a place were fields of their own before it was declared. */
function holdsPlaces(entries: Entries, name: string): boolean {
  return Object.values(entries).some(({ path, types }) => path.length === 2 && path[0] === name && path[1] === 'lat' && types.length > 0);
}

/** Fields that no record has yet, or only the parts of. Fields added together share `firstSeen`, which is later than all before. */
function added(entries: Entries, schema: StorageSchema, { known, now }: { known: ReadonlySet<string>; now: number }): Entries {
  const names = Object.keys(schema.fields).filter((name) => !known.has(name));
  const newest = Object.values(entries).reduce((latest, { firstSeen }) => Math.max(latest, firstSeen.toMillis()), 0);
  const firstSeen = Timestamp.fromMillis(Math.max(now, newest + 1));
  return newEntries(
    entries,
    names.map((name): Entry => {
      const field = schema.fields[name];
      const isStored = field?.type === 'geo' && holdsPlaces(entries, name);
      return {
        path: [name],
        types: [],
        ...(field && { declared: valueType(field) }),
        ...(isStored && { declaredBefore: 'none' as const }),
        firstSeen,
      };
    }),
  );
}
