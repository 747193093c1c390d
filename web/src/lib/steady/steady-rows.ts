export interface SteadyRows<T> {
  rows: readonly T[];
  /** Rows that wait to be shown. */
  waiting: number;
  /** Other rows would be at other places if the page were shown as it is. */
  isBehind: boolean;
}

/**
 * The rows of a list that a hand is at: each stays where it is, with its present values. What
 * would push others away waits, what follows the last row is added, and what left the list stays
 * as it was.
 * @param shown the rows as they stand
 * @param next the rows of the page as it is now
 */
export function steadyRows<T>(shown: readonly T[], next: readonly T[], keyOf: (row: T) => string): SteadyRows<T> {
  const present = new Map(next.map((row) => [keyOf(row), row]));
  const places = new Set(shown.map(keyOf));
  const last = next.findLastIndex((row) => places.has(keyOf(row)));
  const rows = [...shown.map((row) => present.get(keyOf(row)) ?? row), ...(last < 0 ? [] : next.slice(last + 1))];
  return {
    rows: isSame(rows, shown) ? shown : rows,
    waiting: (last < 0 ? next : next.slice(0, last)).filter((row) => !places.has(keyOf(row))).length,
    isBehind: rows.length !== next.length || rows.some((row, at) => keyOf(row) !== keyOf(next[at] ?? row)),
  };
}

/**
 * @returns the keys of what was deleted elsewhere. Rows at the end that as many new ones have pushed to the next page still exist
 */
export function goneKeys<T>(shown: readonly T[], next: readonly T[], keyOf: (row: T) => string): ReadonlySet<string> {
  const places = new Set(shown.map(keyOf));
  const present = new Set(next.map(keyOf));
  const fresh = next.filter((row) => !places.has(keyOf(row))).length;
  const pushed = next.length < shown.length ? 0 : Math.min(fresh, shown.length - 1 - shown.findLastIndex((row) => present.has(keyOf(row))));
  const staying = shown.slice(0, shown.length - pushed);
  return new Set(staying.map(keyOf).filter((key) => !present.has(key)));
}

function isSame<T>(rows: readonly T[], others: readonly T[]): boolean {
  return rows.length === others.length && rows.every((row, at) => row === others[at]);
}
