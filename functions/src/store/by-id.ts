import type { Reader } from './readers.ts';

/** Reads documents of one collection, each once. @returns those that exist, by their ids */
export async function byId<T>(reader: Pick<Reader<T>, 'getAll'>, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, T>> {
  const rows = await reader.getAll([...new Set(ids.flatMap((id) => id || []))]);
  return new Map(rows.flatMap((row) => (row ? [[row.id, row.data] as const] : [])));
}
