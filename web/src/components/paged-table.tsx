import type { Pagination } from '@bedplate/contract';
import { type ReactNode, useEffect } from 'react';
import { pageWindow } from '../lib/page-numbers.ts';
import { t } from '../texts/index.ts';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { Failed } from './failed.tsx';
import { ListFooter } from './list-footer.tsx';
import { TableFrame } from './table-frame.tsx';

export interface PagedList<T> {
  data: T[];
  pagination: Pagination;
}

interface PagedTableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  /** A query as react-query answers it. */
  list: { data: PagedList<T> | undefined; error: unknown; isError: boolean; isPlaceholderData?: boolean; refetch: () => unknown };
  page: number;
  onPage: (page: number) => void;
  failed: string;
  /** Below the header while there is no row. */
  empty: ReactNode;
  /** The page numbers to offer; by default a window of ten. */
  numbers?: (page: number, totalPages: number) => (number | null)[];
  endsInActions?: boolean;
}

/** A paged list in its states: loading, failed, empty, filled; its count and its pages below. */
export function PagedTable<T extends { id: string }>({
  list,
  page,
  onPage,
  failed,
  empty,
  label,
  columns,
  numbers = pageWindow,
  endsInActions = true,
}: PagedTableProps<T>) {
  const { totalCount = 0, totalPages = 0, limit = 0 } = list.data?.pagination ?? {};
  const last = Math.max(1, totalPages);
  // The rows of the last page have gone, and so has its number if one page is left: no link would
  // lead back to the remaining rows.
  const isBeyond = list.data?.data.length === 0 && page > last;
  useEffect(() => {
    if (isBeyond) onPage(last);
  }, [isBeyond, last, onPage]);
  if (list.isError && !list.data) return <Failed message={failed} error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <TableFrame
      endsInActions={endsInActions}
      footer={
        <ListFooter page={page} totalPages={totalPages} onPage={onPage} numbers={numbers}>
          {list.data ? t('storages.total', { count: totalCount }) : t('loading')}
        </ListFooter>
      }
    >
      <DataTable label={label} columns={columns} rows={list.data?.data} before={(page - 1) * limit} isWaiting={list.isPlaceholderData} />
      {list.data?.data.length === 0 && !isBeyond && empty}
    </TableFrame>
  );
}
