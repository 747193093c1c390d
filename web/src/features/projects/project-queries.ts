import { limits, pageSizes, type Pagination, type Project, type ProjectChange } from '@bedplate/contract';
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { everyPage } from '../../lib/api/every-page.ts';
import { useLiveInvalidation } from '../../lib/live/use-live.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { useSaving } from '../../lib/use-saving.ts';

interface ProjectList {
  data: Project[];
  pagination: Pagination;
}

const projectsKey = ['projects'] as const;
const pagesKey = [...projectsKey, 'pages'] as const;

/** The account's projects, a page of 15 at a time; a further one is offered after a full page that was not the last. */
export function useProjectPages(enabled = true) {
  return useInfiniteQuery({
    enabled,
    queryKey: pagesKey,
    queryFn: ({ pageParam, signal }) =>
      api.get<ProjectList>('/projects', { query: { page: pageParam, limit: pageSizes.projects }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ data, pagination }, pages) =>
      data.length === pageSizes.projects && pages.length < pagination.totalPages ? pages.length + 1 : undefined,
  });
}

/**
 * All projects of the account, for a choice: those that the page has read already until all are there. No plan has more than a page of
 * them, but staff may allow more.
 */
export function useAllProjects(enabled: boolean) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [...projectsKey, 'all'],
    queryFn: ({ signal }) => everyPage((page) => api.get<ProjectList>('/projects', { query: { page, limit: limits.listLimit }, signal })),
    placeholderData: () => client.getQueryData<InfiniteData<ProjectList>>(pagesKey)?.pages.flatMap(({ data }) => data),
    enabled,
  });
}

export function useProject(id: string | null) {
  return useQuery({
    queryKey: [...projectsKey, 'one', id],
    queryFn: ({ signal }) => api.get<{ data: Project }>(`/projects/${encodeURIComponent(id ?? '')}`, { signal }),
    select: (answer) => answer.data,
    enabled: id !== null,
  });
}

/** Lists and names of projects follow every change, whoever makes it. */
export function useLiveProjects() {
  const { role, tenantId, projectId } = useSignedIn();
  const own = projectId ? { path: `projects/${projectId}` } : null;
  const all = tenantId ? { path: 'projects', where: [['tenantId', tenantId]] as const } : null;
  return useLiveInvalidation(role === 'admin' ? all : own, projectsKey);
}

export function useSaveProject(id: string | null) {
  return useSaving(projectsKey, (input: ProjectChange) =>
    id ? api.put<{ data: Project }>(`/projects/${encodeURIComponent(id)}`, input) : api.post<{ data: Project }>('/projects', input),
  );
}

export function useDeleteProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete(`/projects/${encodeURIComponent(id)}`),
    onSuccess: () => client.invalidateQueries({ queryKey: projectsKey }),
  });
}
