import type { DataRecord, Json } from '@bedplate/contract';
import { valueAt } from './field-path.ts';

export type Members = { [name: string]: Json | undefined };

/** Takes some fields of a record, all when there is no list of them. Always includes the id, because clients need it to read the record again. */
export function pickFields(record: DataRecord, fields: readonly string[] | undefined): Members {
  if (!fields) return record;
  const all = record as Record<string, Json>; // its undefined fields do not matter here
  const chosen = fields.filter((path) => valueAt(all, path) !== undefined);
  return { id: record.id, ...Object.fromEntries(chosen.map((path) => [path, valueAt(all, path)])) };
}

/** @returns the record with the member `expand`, where the call asks for one */
export function withExpanded(record: Members, expanded: Members | undefined): Members {
  return expanded ? { ...record, expand: expanded as Json } : record; // members that are undefined are left out of JSON
}
