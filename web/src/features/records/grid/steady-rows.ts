import type { DataRecord } from '@bedplate/contract';

export interface SteadyRows {
  rows: readonly DataRecord[];
  /** Records that wait to be shown. */
  waiting: number;
  /** Other rows would stand at other places if the page were shown as it is. */
  isBehind: boolean;
}

/**
 * The rows of a table that a hand is at: each stays where it is, with its present values. Records
 * that would push others away wait, those that follow the last row are added, and those that left
 * the page stay as they were.
 * @param shown the rows as they stand
 * @param next the rows of the page as it is now
 */
export function steadyRows(shown: readonly DataRecord[], next: readonly DataRecord[]): SteadyRows {
  const present = new Map(next.map((row) => [row.id, row]));
  const places = new Set(shown.map(({ id }) => id));
  const last = next.findLastIndex(({ id }) => places.has(id));
  const rows = [...shown.map((row) => present.get(row.id) ?? row), ...(last < 0 ? [] : next.slice(last + 1))];
  return {
    rows: isSame(rows, shown) ? shown : rows,
    waiting: (last < 0 ? next : next.slice(0, last)).filter(({ id }) => !places.has(id)).length,
    isBehind: rows.length !== next.length || rows.some(({ id }, at) => id !== next[at]?.id),
  };
}

function isSame(rows: readonly DataRecord[], others: readonly DataRecord[]): boolean {
  return rows.length === others.length && rows.every((row, at) => row === others[at]);
}
