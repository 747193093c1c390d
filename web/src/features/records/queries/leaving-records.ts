import { totalPages } from '@bedplate/contract';
import { useMemo } from 'react';
import { useRemoved } from '../../../lib/use-remove-later.ts';
import type { RecordPage } from './record-queries.ts';

/** @returns the page without the records that are about to be deleted */
export function useWithoutLeaving(page: RecordPage | undefined): RecordPage | undefined {
  const leaving = useRemoved();
  return useMemo(() => {
    if (!page || leaving.size === 0) return page;
    const data = page.data.filter(({ id }) => !leaving.has(id));
    const totalCount = Math.max(0, page.pagination.totalCount - (page.data.length - data.length));
    return data.length === page.data.length
      ? page
      : { ...page, data, pagination: { ...page.pagination, totalCount, totalPages: totalPages(totalCount, page.pagination.limit) } };
  }, [page, leaving]);
}
