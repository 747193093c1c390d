import { limits, type SchemaAnswer } from '@bedplate/contract';
import { api } from '../../../lib/api/client.ts';
import { type StorageRef, storagePathOf } from '../../../lib/storage-path.ts';
import type { Column } from './columns.ts';
import type { SeenField } from './seen-types.ts';

/** @returns the fields of columns that are imported as decimals: only a declared one keeps their zeros */
export function decimalsOf(columns: readonly Column[]): SeenField[] {
  return columns
    .filter(({ type, isIncluded }) => type === 'decimal' && isIncluded)
    .map(({ field }) => ({ name: field, field: { type: 'decimal' } }));
}

/** Declares those of the fields that are not declared yet, in a storage that learns. @throws {ApiError} */
export async function declareFields(storage: StorageRef, fields: readonly SeenField[]): Promise<void> {
  if (fields.length === 0) return;
  const path = `${storagePathOf(storage)}/schema`;
  const { version, state, schema } = (await api.get<{ data: SchemaAnswer }>(path)).data;
  const room = limits.schemaFields - Object.keys(schema.fields).length;
  const added = fields.filter(({ name }) => !Object.hasOwn(schema.fields, name)).slice(0, room);
  if (added.length === 0 || state !== 'learn') return;
  const declared = Object.fromEntries(added.map(({ name, field }) => [name, field]));
  await api.put(path, { version, state, schema: { ...schema, fields: { ...schema.fields, ...declared } } });
}

/** @returns the columns, those of a table that go to fields which are about to be declared read by their declarations */
export function asDeclared(columns: readonly Column[], fields: readonly SeenField[]): Column[] {
  const types = new Map(fields.map(({ name, field }) => [name, field]));
  return columns.map((column) => {
    const declared = types.get(column.field);
    return declared && column.type !== 'keep' && column.type !== 'decimal' ? { ...column, declared, type: 'declared' } : column;
  });
}
