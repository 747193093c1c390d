import type { RequestErrors, RequestLine, RequestLists, RequestNames, RequestPage } from '@bedplate/contract';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { serverNow } from '../../lib/time/clock.ts';
import { api } from '../../lib/api/client.ts';
import type { RequestFilters } from './request-filters.ts';

const below = (projectId: string, part = '') => `/project/${encodeURIComponent(projectId)}/requests${part}`;
const key = (projectId: string) => ['requests', projectId] as const;

/** Lines that match, the newest first, a page at a time. */
export function useRequests(projectId: string, filters: RequestFilters) {
  return useInfiniteQuery({
    queryKey: [...key(projectId), 'calls', filters],
    queryFn: ({ pageParam, signal }) =>
      api.get<RequestPage>(below(projectId), { query: { ...queryOf(filters), after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => isAwaited(filters, data?.pages ?? []) && awaitedMillis,
  });
}

/** Lines wait in an instance for a minute at most. */
const soonMillis = 120_000;
const awaitedMillis = 3_000;

/** Whether the one call that is asked for was so lately that its line may not be written yet. */
export function isAwaited({ id }: Pick<RequestFilters, 'id'>, pages: readonly RequestPage[]): boolean {
  const at = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16); // its id tells its time, as RFC 9562 has it
  return pages.every(({ data }) => data.length === 0) && serverNow() - at < soonMillis;
}

export function useRequestErrors(projectId: string, span: Pick<RequestFilters, 'from' | 'to'>) {
  return useQuery({
    queryKey: [...key(projectId), 'errors', span],
    queryFn: ({ signal }) => api.get<{ data: RequestErrors }>(below(projectId, '/errors'), { query: queryOf(span), signal }),
    select: (answer) => answer.data,
    staleTime: 0,
  });
}

export function useRequestLists(projectId: string, span: Pick<RequestFilters, 'from' | 'to'>) {
  return useQuery({
    queryKey: [...key(projectId), 'lists', span],
    queryFn: ({ signal }) => api.get<{ data: RequestLists }>(below(projectId, '/lists'), { query: queryOf(span), signal }),
    select: (answer) => answer.data,
    staleTime: 0,
  });
}

/** Lets instances write the project's lines at once. */
export function useWatch(projectId: string) {
  return useMutation({ mutationFn: () => api.post<{ data: { until: string } }>(below(projectId, '/watch'), {}) });
}

/** @param from ISO 8601 @returns lines since then */
export function newestRequests(
  projectId: string,
  { filters, from, signal }: { filters: RequestFilters; from: string; signal: AbortSignal },
): Promise<RequestPage> {
  const query = queryOf(filters);
  // Of a time that has ended nothing comes any more.
  const since = query.to && query.to < from ? query.to : from;
  return api.get<RequestPage>(below(projectId), { query: { ...query, from: since, limit: 200 }, signal });
}

export function fetchRequestsFile(projectId: string, filters: RequestFilters, format: 'csv' | 'ndjson') {
  return api.file(below(projectId, '/download'), { query: { ...queryOf(filters), format }, timeout: 120_000 });
}

/** Days are whole UTC days. */
function queryOf({ from, to, ...others }: Partial<RequestFilters>): Record<string, string> {
  return { ...others, ...(from && { from: `${from}T00:00:00.000Z` }), ...(to && { to: `${to}T23:59:59.999Z` }) };
}

/** @returns the lines of several pages once each, the newest first */
export function merged(...parts: readonly (readonly RequestLine[])[]): RequestLine[] {
  const byId = new Map(parts.flat().map((line) => [line.id, line]));
  return [...byId.values()].sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id));
}

export function mergedNames(pages: readonly { names: RequestNames }[]): RequestNames {
  const all = (kind: keyof RequestNames): Record<string, string> =>
    Object.fromEntries(pages.flatMap(({ names }) => Object.entries(names[kind])));
  return { keys: all('keys'), storages: all('storages'), members: all('members'), users: all('users') };
}
