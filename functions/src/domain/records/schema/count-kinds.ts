import type { Json, JsonType, SchemaField } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import { records } from '../../../store/collections.ts';
import type { Condition } from '../../../store/model/query-spec.ts';
import { recordsPath } from '../model/paths.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { isOf } from './propose-type.ts';
import { sampleOf } from './read-sample.ts';

/** Firestore sorts values by their types: each has a stretch of the index. */
const stringsOf = (path: string): readonly Condition[] => [[path, '>=', '']];
const stretches: Readonly<Partial<Record<JsonType, (path: string) => readonly Condition[]>>> = {
  boolean: (path) => [[path, 'in', [true, false]]],
  number: (path) => [[path, '>=', Number.NEGATIVE_INFINITY]],
  string: stringsOf,
};

/** Texts that begin as none of the type does: words where dates or decimals are. */
const foreignTexts: Readonly<Partial<Record<SchemaField['type'], readonly (readonly [op: '<' | '>=', text: string])[]>>> = {
  date: [
    ['<', '0'],
    ['>=', ':'],
  ],
  dateTime: [
    ['<', '0'],
    ['>=', ':'],
  ],
  decimal: [
    ['<', '+'],
    ['>=', ':'],
  ],
  url: [
    ['<', 'http'],
    ['>=', 'httq'],
  ],
};

/** @returns whether the index knows all values that are not of the type */
export function isCounted({ type }: SchemaField): boolean {
  return type === 'boolean' || type === 'number' || type === 'text' || type === 'longText';
}

/** The JSON type of most values of a field. */
function kindOf({ type }: SchemaField): JsonType {
  if (type === 'boolean' || type === 'number') return type;
  if (type === 'list') return 'array';
  return type === 'json' || type === 'geo' ? 'object' : 'string';
}

/**
 * Counts, by the index, values of other kinds than a field's type, and texts that begin as none of it: one billed read for a thousand, and
 * those of the examples.
 * @returns undefined where the catalogue knows of none
 */
export async function countOtherKinds(
  { store }: RecordServices,
  storage: StorageRow,
  { name, field }: { name: string; field: SchemaField },
): Promise<{ count: number; examples: { id: string; value: Json }[] } | undefined> {
  const [code, entry] = Object.entries(storage.data.fields).find(([, { path }]) => path.length === 1 && path[0] === name) ?? [];
  if (!entry || code === undefined) return undefined;
  const path = `idx.${code}`;
  const texts = (foreignTexts[field.type] ?? []).map(([op, text]): readonly Condition[] => [...stringsOf(path), [path, op, text]]);
  const others = entry.types.filter((type) => type !== kindOf(field)).flatMap((type) => (stretches[type] ? [stretches[type](path)] : []));
  if (texts.length + others.length === 0) return undefined;
  const found = await Promise.all(
    [...others, ...texts].map(async (where) => {
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
