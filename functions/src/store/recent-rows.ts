import { FieldValue, type Timestamp } from '@google-cloud/firestore';
import type { Row } from './model/row.ts';
import { gone } from './model/values.ts';
import type { Write } from './model/writes.ts';

/** A document that is written in quick succession is read once; one that rests leaves memory to others. */
const freshMillis = 5_000;
const mostRows = 1_000;
const mostCharacters = 4_096;

interface Kept {
  readonly row: Row<object>;
  /** The fields that were read of it. */
  readonly select: readonly string[];
  readonly until: number;
}

/** Rows as this instance has just written them. Whether one is still what the database holds only its update time tells. */
export function createRecentRows(now: () => number = Date.now) {
  const kept = new Map<string, Kept>();
  return {
    /** The row, which is forgotten by that. */
    take(path: string): Kept | undefined {
      const found = kept.get(path);
      kept.delete(path);
      return found && found.until > now() ? found : undefined;
    },
    /** Keeps what `write` made of `row`, unless it is large or only the database knows it. @param time of the write */
    keep(row: Row<object>, select: readonly string[], write: Write, time: Timestamp): void {
      const data = write.kind === 'update' ? changed(row.data, write.changes, select) : null;
      if (!data || JSON.stringify(data).length > mostCharacters) return;
      const [oldest] = kept.keys();
      if (kept.size >= mostRows && oldest !== undefined) kept.delete(oldest);
      kept.set(row.path, {
        row: { id: row.id, path: row.path, data, createTime: row.createTime, updateTime: time },
        select,
        until: now() + freshMillis,
      });
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
