import type { IndexedRows } from '../documents/indexed-rows.ts';
import type { Row } from '../documents/row.ts';
import { placesWithin } from './bounds.ts';
import { branchBounds } from './branch-bounds.ts';
import type { BranchShape } from './branch-shape.ts';
import type { NormalQuery } from './normal-query.ts';
import { mergePostings, type Posting } from './posting-merge.ts';

/** Index entries that a query looked at: the base of what an aggregation bills. */
export interface Touched {
  entries: number;
}

/** Candidate rows of one branch in query order, read from indexes. They may include rows that fail other conditions. */
export function branchRows(
  query: NormalQuery,
  { shape, rows, touched }: { shape: BranchShape; rows: IndexedRows; touched: Touched },
): Iterable<Row> {
  if (isMerge(shape)) return mergedRows(query, { shape, rows, touched });
  const { index, start, end } = branchRange(query, shape, rows);
  return index.sorted.scan(start, end, shape.reverse);
}

/** The number of candidates of one branch when a single index range holds them; for counts without iteration. */
export function branchSize(query: NormalQuery, shape: BranchShape, rows: IndexedRows): number | undefined {
  if (isMerge(shape)) return undefined;
  const { index, start, end } = branchRange(query, shape, rows);
  return index.sorted.distance(start, end);
}

/** Several equalities and nothing but names to order by: single-field indexes are joined. */
function isMerge({ fixed, suffix }: BranchShape): boolean {
  return suffix.length === 0 && fixed.length > 1;
}

function branchRange(query: NormalQuery, shape: BranchShape, rows: IndexedRows): Posting {
  const index = rows.index([...shape.fixed.map(({ field }) => field), ...shape.suffix]);
  const values = shape.fixed.map(({ value }) => value);
  return { index, ...placesWithin(index, branchBounds(query, shape, values)) };
}

function mergedRows(
  query: NormalQuery,
  { shape, rows, touched }: { shape: BranchShape; rows: IndexedRows; touched: Touched },
): Iterable<Row> {
  const postings = shape.fixed.map(({ field, value }): Posting => {
    const index = rows.index([field]);
    return { index, ...placesWithin(index, branchBounds(query, shape, [value])) };
  });
  return mergePostings(rows, { postings, reverse: shape.reverse, touched });
}
