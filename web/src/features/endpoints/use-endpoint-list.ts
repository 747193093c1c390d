import { timings } from '@bedplate/contract';
import { useState } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';
import { type EndpointFilters, useEndpoints } from './endpoint-queries.ts';

/** The list's page and filters. A change of the filters is asked for after a pause, from page 1. */
export function useEndpointList(projectId: string, search: string) {
  const [filters, setFilters] = useState<EndpointFilters>({ search, sortOrder: 'ASC' });
  const settled = useDebounced(filters, timings.searchDebounce);
  // The page belongs to the filters it was chosen under.
  const [chosen, setChosen] = useState({ page: 1, filters: settled });
  const page = chosen.filters === settled ? chosen.page : 1;
  return {
    list: useEndpoints(projectId, page, settled),
    page,
    setPage: (next: number) => setChosen({ page: next, filters: settled }),
    filters,
    change: (part: Partial<EndpointFilters>) => setFilters((before) => ({ ...before, ...part })),
    isFiltered: settled.search.trim() !== '',
  };
}
