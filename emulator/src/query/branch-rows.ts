import type { IndexedRows } from '../indexes/indexed-rows.ts';
import type { Row } from '../indexes/row.ts';
import { placesWithin } from './bounds.ts';
import { branchBounds } from './branch-bounds.ts';
import type { BranchShape } from './branch-shape.ts';
import type { NormalQuery } from './normal-query.ts';
import { mergePostings } from './posting-merge.ts';

/** Index entries that a query looked at: the base of what an aggregation bills. */
export interface Touched {
  entries: number;
}

/**
 * Candidate rows of one branch in query order, read from indexes. They may include rows that fail other conditions.
 * @returns undefined when there are too many indexes to build the needed one
 */
export function branchRows(query: NormalQuery, shape: BranchShape, rows: IndexedRows, touched: Touched): Iterable<Row> | undefined {
  if (shape.suffix.length === 0 && shape.fixed.length > 1) return mergedRows(query, shape, rows, touched);
  const index = rows.index([...shape.fixed.map(({ field }) => field), ...shape.suffix]);
  if (index === undefined) return undefined;
  const { start, end } = placesWithin(
    index,
    branchBounds(
      query,
      shape,
      shape.fixed.map(({ value }) => value),
    ),
  );
  return index.sorted.scan(start, end, shape.reverse);
}

/** The number of candidates of one branch when a single index range holds them; for counts without iteration. */
export function branchSize(query: NormalQuery, shape: BranchShape, rows: IndexedRows): number | undefined {
  if (shape.suffix.length === 0 && shape.fixed.length > 1) return undefined;
  const index = rows.index([...shape.fixed.map(({ field }) => field), ...shape.suffix]);
  if (index === undefined) return undefined;
  const { start, end } = placesWithin(
    index,
    branchBounds(
      query,
      shape,
      shape.fixed.map(({ value }) => value),
    ),
  );
  return index.sorted.distance(start, end);
}

function mergedRows(query: NormalQuery, shape: BranchShape, rows: IndexedRows, touched: Touched): Iterable<Row> | undefined {
  const postings = [];
  for (const { field, value } of shape.fixed) {
    const index = rows.index([field]);
    if (index === undefined) return undefined;
    postings.push({ index, ...placesWithin(index, branchBounds(query, shape, [value])) });
  }
  return mergePostings(rows, postings, shape.reverse, touched);
}
