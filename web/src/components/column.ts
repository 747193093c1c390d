import type { ReactNode } from 'react';

/**
 * A column's place in a card on a phone: what a person knows the row by, a value that is always shown (with room for another one
 * beside it, or a line of its own), an id, the menu of actions or the only one, or nothing. Other columns are shown on request.
 */
type CardRole = 'title' | 'detail' | 'line' | 'id' | 'actions' | 'action' | 'none';

export interface Column<T> {
  title: string;
  /** @param number the row's number in the whole list, from 1 */
  cell: (row: T, number: number) => ReactNode;
  role?: CardRole;
  /** Numbers that people compare stand at the right of their column. */
  isFigure?: true;
  /** The content of a card in place of the cell's. */
  card?: (row: T, number: number) => ReactNode;
}

export interface DataTableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  /** Undefined while loading. */
  rows: readonly T[] | undefined;
  /** The number of rows on the previous pages. */
  before: number;
  /** The rows are those of the page before. */
  isWaiting?: boolean;
}
