import type { SchemaAnswer, SchemaField } from '@bedplate/contract';
import { api } from '../../../lib/api/client.ts';
import { type StorageRef, storagePathOf } from '../../../lib/storage-path.ts';
import type { Column } from './columns.ts';

/** Declares the fields of columns that are imported as decimals, those that are not declared yet. @throws {ApiError} */
export async function declareDecimals(storage: StorageRef, columns: readonly Column[]): Promise<void> {
  const names = columns.filter(({ type, isIncluded }) => type === 'decimal' && isIncluded).map(({ field }) => field);
  if (names.length === 0) return;
  const path = `${storagePathOf(storage)}/schema`;
  const { version, state, schema } = (await api.get<{ data: SchemaAnswer }>(path)).data;
  const added = names.filter((name) => !Object.hasOwn(schema.fields, name));
  if (added.length === 0 || state !== 'learn') return;
  const decimals = added.map((name): [string, SchemaField] => [name, { type: 'decimal' }]);
  await api.put(path, { version, state, schema: { ...schema, fields: { ...schema.fields, ...Object.fromEntries(decimals) } } });
}
