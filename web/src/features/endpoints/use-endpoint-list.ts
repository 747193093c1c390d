import { usePagedFilters } from '../../lib/use-paged-filters.ts';
import { type EndpointFilters, useEndpoints } from './endpoint-queries.ts';

/** The list with its page and filters. @param search what it is searched for at first */
export function useEndpointList(projectId: string, search: string) {
  const state = usePagedFilters<EndpointFilters>({ search, sortOrder: 'ASC' });
  return { ...state, list: useEndpoints(projectId, state.page, state.settled), isFiltered: state.settled.search.trim() !== '' };
}
