import { timings } from '@bedplate/contract';
import { useState } from 'react';
import { useDebounced } from './use-debounced.ts';

/** A list's filters and page. A change of the filters counts after a pause, from page 1. */
export function usePagedFilters<Filters extends object>(initial: Filters) {
  const [filters, setFilters] = useState(initial);
  const settled = useDebounced(filters, timings.searchDebounce);
  // The page belongs to the filters it was chosen under.
  const [chosen, setChosen] = useState({ page: 1, filters: settled });
  return {
    filters,
    change: (part: Partial<Filters>) => setFilters((before) => ({ ...before, ...part })),
    /** The filters that are asked for. */
    settled,
    page: chosen.filters === settled ? chosen.page : 1,
    setPage: (page: number) => setChosen({ page, filters: settled }),
  };
}
