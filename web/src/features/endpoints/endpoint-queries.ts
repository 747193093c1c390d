import { type Delivery, type Endpoint, type EndpointChange, pageSizes, type Storage } from '@bedplate/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listFilterAddress, type ListFilters } from '../../components/list-toolbar.tsx';
import type { PagedList } from '../../components/paged-table.tsx';
import { api } from '../../lib/api/client.ts';
import { useLiveInvalidation } from '../../lib/live/use-live.ts';
import { usePagedFilters } from '../../lib/use-paged-filters.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { useSaving } from '../../lib/use-saving.ts';

/** The list with its page and filters. */
export function useEndpointList(projectId: string, type?: Endpoint['type']) {
  const state = usePagedFilters(listFilterAddress);
  return {
    ...state,
    list: useEndpoints(projectId, { page: state.page, type, ...state.settled }),
    isFiltered: state.settled.search.trim() !== '',
  };
}

/** A page of twelve of the project's endpoints. */
function useEndpoints(
  projectId: string,
  { page, type, search, sortOrder }: ListFilters & { page: number; type: Endpoint['type'] | undefined },
) {
  const query = { page, limit: pageSizes.endpoints, search: search.trim(), sortOrder, type };
  return useQuery({
    queryKey: [...endpointsKey(projectId), query],
    queryFn: ({ signal }) => api.get<PagedList<Endpoint>>(`/project/${encodeURIComponent(projectId)}/endpoints`, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Endpoints come and go with storages, so the list follows those. */
export function useLiveEndpoints(projectId: string) {
  const { tenantId } = useSignedIn();
  const where = [
    ['tenantId', tenantId],
    ['projectId', projectId],
    ['archived', false],
  ] as const;
  return useLiveInvalidation(tenantId ? { path: 'storages', where } : null, endpointsKey(projectId));
}

/** The storages that an endpoint may belong to. */
export function useOwnStorages(enabled = true) {
  return useQuery({
    enabled,
    queryKey: ['storages', 'own'],
    queryFn: ({ signal }) => api.get<{ data: Storage[] }>('/dataStorages/users', { signal }),
    select: (answer) => answer.data,
  });
}

/** @param id null for a new one */
export function useSaveEndpoint(projectId: string, id: string | null) {
  return useSaving(endpointsKey(projectId), (input: EndpointChange) =>
    id ? api.put(`/endpoints/${encodeURIComponent(id)}`, input) : api.post(`/project/${encodeURIComponent(projectId)}/endpoints`, input),
  );
}

export function useRemoveEndpoint(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete(`/endpoints/${encodeURIComponent(id)}`),
    onSuccess: () => client.invalidateQueries({ queryKey: endpointsKey(projectId) }),
  });
}

export function useDeliveries(endpointId: string, page: number) {
  return useQuery({
    queryKey: [...deliveriesKey(endpointId), page],
    queryFn: ({ signal }) =>
      api.get<PagedList<Delivery>>(`/endpoints/${encodeURIComponent(endpointId)}/deliveries`, {
        query: { page, limit: pageSizes.logs },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000, // browsers may not listen to deliveries
  });
}

export function useEndpointSecret(endpointId: string) {
  return useQuery({
    queryKey: ['endpointSecret', endpointId],
    queryFn: ({ signal }) => api.get<{ data: { secret: string } }>(`/endpoints/${encodeURIComponent(endpointId)}/secret`, { signal }),
    select: (answer) => answer.data.secret,
    gcTime: 0,
  });
}

/**
 * Sends a test, or a delivery again.
 * @param deliveryId null for a test
 */
export function useDeliver(endpointId: string) {
  const client = useQueryClient();
  const base = `/endpoints/${encodeURIComponent(endpointId)}`;
  return useMutation({
    mutationFn: (deliveryId: string | null) =>
      api.post(deliveryId ? `${base}/deliveries/${encodeURIComponent(deliveryId)}/replay` : `${base}/test`, {}),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesKey(endpointId) }),
  });
}

function endpointsKey(projectId: string) {
  return ['endpoints', projectId] as const;
}

function deliveriesKey(endpointId: string) {
  return ['deliveries', endpointId] as const;
}
