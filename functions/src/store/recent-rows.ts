import { FieldValue, type Timestamp } from '@google-cloud/firestore';
import type { InstanceMemory } from '../memory/instance-memory.ts';
import type { Row } from './model/row.ts';
import { gone } from './model/values.ts';
import type { Write } from './model/writes.ts';

/** Keeps documents that are written in quick succession; others expire. */
const freshMillis = 5_000;
const mostRows = 1_000;
const mostCharacters = 4_096;

export interface RecentRow {
  readonly row: Row<object>;
  /** The fields that were read. */
  readonly select: readonly string[];
}

/** Caches rows that this instance has just written, or read to change them. Only a commit shows whether one is still current. */
export function createRecentRows(memory: Pick<InstanceMemory, 'cache'>) {
  const rows = memory.cache<RecentRow>({ max: mostRows, ttlMillis: freshMillis });
  const keep = (recent: RecentRow) => {
    if (JSON.stringify(recent.row.data).length <= mostCharacters) rows.set(recent.row.path, recent);
  };
  return {
    /** Keeps the row as it was read, unless it is large. */
    keepRead: keep,
    /** Removes the row from the cache. */
    take(path: string): RecentRow | undefined {
      const found = rows.get(path);
      rows.delete(path);
      return found;
    },
    /**
     * Keeps the row as `write` left it, unless it is large or only the database knows it.
     * @param time of the write
     */
    keep({ row, select }: RecentRow, write: Write, time: Timestamp): void {
      const data = write.kind === 'update' ? changed(row.data, write.changes, select) : null;
      if (data) keep({ row: { id: row.id, path: row.path, data, createTime: row.createTime, updateTime: time }, select });
    },
  };
}

/** @returns null when only the database knows the outcome */
function changed(data: object, changes: Readonly<Record<string, unknown>>, select: readonly string[]): object | null {
  const after = { ...data } as Record<string, unknown>; // documents are maps
  for (const [name, value] of Object.entries(changes)) {
    if (name.includes('.')) return null;
    if (!select.includes(name)) continue;
    if (value === gone) delete after[name];
    else if (value instanceof FieldValue) return null;
    else after[name] = value;
  }
  return after;
}
