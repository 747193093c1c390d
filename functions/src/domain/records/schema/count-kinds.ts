import type { Json, JsonType, SchemaField } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { records } from '../../../store/collections.ts';
import type { Condition } from '../../../store/model/query-spec.ts';
import { recordsPath } from '../model/paths.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { isOf } from './propose-type.ts';
import { sampleOf } from './read-sample.ts';

/** Firestore sorts values by their types: each has a stretch of the index. */
const stretches: Readonly<Partial<Record<JsonType, (path: string) => readonly Condition[]>>> = {
  boolean: (path) => [[path, 'in', [true, false]]],
  number: (path) => [[path, '>=', Number.NEGATIVE_INFINITY]],
  string: (path) => [[path, '>=', '']],
};

/** The JSON type of most values of a field. */
function kindOf({ type }: SchemaField): JsonType {
  if (type === 'boolean' || type === 'number') return type;
  if (type === 'list') return 'array';
  return type === 'json' || type === 'geo' ? 'object' : 'string';
}

/**
 * Counts, by the index, values of other kinds than a field's type: one billed read for a thousand, and those of the examples.
 * @returns undefined where the catalogue knows of none
 */
export async function countOtherKinds(
  { store }: RecordServices,
  storage: StorageRow,
  { name, field }: { name: string; field: SchemaField },
): Promise<{ count: number; examples: { id: string; value: Json }[] } | undefined> {
  const [code, entry] = Object.entries(storage.data.fields).find(([, { path }]) => path.length === 1 && path[0] === name) ?? [];
  if (!entry || code === undefined) return undefined;
  const others = entry.types.filter((type) => type !== kindOf(field) && stretches[type]);
  if (others.length === 0) return undefined;
  const found = await Promise.all(
    others.map(async (type) => {
      const where = stretches[type]?.(`idx.${code}`) ?? [];
      const spec = { from: recordsPath(storage.id), where };
      const [count, { rows }] = await Promise.all([store.count(spec), store.in(records(storage.id)).query({ where, limit: 5 })]);
      return { count, rows };
    }),
  );
  const examples = found
    .flatMap(({ rows }) => rows.map(sampleOf))
    .flatMap(({ id, fields }) => (isOf(fields[name] ?? null, field) ? [] : [{ id, value: fields[name] ?? null }]));
  return { count: found.reduce((sum, { count }) => sum + count, 0), examples };
}
