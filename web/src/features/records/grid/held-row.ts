import type { DataRecord } from '@bedplate/contract';

/** A row with a cell being edited, as it was when the edit began. */
export interface HeldRow {
  row: DataRecord;
  /** The ids of the rows above it at that time. */
  above: readonly string[];
}

/** @returns the row to hold; null when it is not among them */
export function holdRow(rows: readonly DataRecord[], id: string): HeldRow | null {
  const at = rows.findIndex((row) => row.id === id);
  const row = rows[at];
  return row ? { row, above: rows.slice(0, at).map((other) => other.id) } : null;
}

/**
 * A row whose cell is edited stays on the page and stays as it was: who edits sees what is changed,
 * and the change is stored only if the record is still that one.
 */
export function withHeldRow(rows: readonly DataRecord[], held: HeldRow): readonly DataRecord[] {
  const at = rows.findIndex((row) => row.id === held.row.id);
  if (at >= 0) return rows[at] === held.row ? rows : rows.with(at, held.row);
  const neighbour = held.above.findLast((id) => rows.some((row) => row.id === id));
  const place = neighbour === undefined ? held.above.length : rows.findIndex((row) => row.id === neighbour) + 1;
  return rows.toSpliced(place, 0, held.row);
}
