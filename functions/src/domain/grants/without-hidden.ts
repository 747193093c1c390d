import type { DataRecord, Json } from '@bedplate/contract';

/** @returns the record without some of its fields, and without what it says of their files */
export function withoutHidden(record: DataRecord, hidden: ReadonlySet<string>): DataRecord {
  if (hidden.size === 0) return record;
  const { file_metadata: files, ...shown } = without(record, hidden);
  const kept = without((files ?? {}) as Record<string, Json>, hidden); // the server makes it: an entry for each field
  return Object.keys(kept).length > 0 ? { ...shown, file_metadata: kept } : shown;
}

function without<T extends object>(from: T, names: ReadonlySet<string>): T {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.has(name))) as T; // what is left has its types
}
