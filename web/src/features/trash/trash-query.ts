import type { AccountTrash, ProjectTrash } from '@bedplate/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';

/** The trash of a project, some storages at a time. */
export function useProjectTrash(projectId: string) {
  return useInfiniteQuery({
    // Below the archive's: a recovery reads both again.
    queryKey: ['archive', 'trash', projectId],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api.get<{ data: ProjectTrash }>(`/project/${encodeURIComponent(projectId)}/trash`, {
          query: { after: pageParam ?? undefined },
          signal,
        })
      ).data,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

/** The trash of all projects, some storages at a time. */
export function useAccountTrash() {
  return useInfiniteQuery({
    queryKey: ['archive', 'trash'],
    queryFn: async ({ pageParam, signal }) =>
      (await api.get<{ data: AccountTrash }>('/trash', { query: { after: pageParam ?? undefined }, signal })).data,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
