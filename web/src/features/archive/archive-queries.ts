import type { ArchivedProject, ArchivedStorage, DeleteForGood } from '@bedplate/contract';
import { pageSizes } from '@bedplate/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PagedList } from '../../components/paged-table.tsx';
import { api } from '../../lib/api/client.ts';
import { useLiveInvalidation } from '../../lib/live/use-live.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { useSaving } from '../../lib/use-saving.ts';
import type { Answer } from '../../texts/index.ts';

const archiveKey = ['archive'] as const;

export function useArchivedStorages(projectId: string, page: number) {
  return useArchive<ArchivedStorage>(`/project/${encodeURIComponent(projectId)}/archivedStorages`, page);
}

export function useArchivedProjects(page: number) {
  return useArchive<ArchivedProject>('/archivedProjects', page);
}

/** The archive of storages follows every deletion and recovery, whoever makes it. */
export function useLiveArchivedStorages(projectId: string) {
  const { tenantId } = useSignedIn();
  const where = [
    ['tenantId', tenantId],
    ['projectId', projectId],
    ['archived', true],
  ] as const;
  return useLiveInvalidation(tenantId ? { path: 'storages', where } : null, archiveKey);
}

export function useLiveArchivedProjects() {
  const { tenantId } = useSignedIn();
  return useLiveInvalidation(tenantId ? { path: 'projects', where: [['tenantId', tenantId]] } : null, archiveKey);
}

/** Brings one thing back. @param path its archive address */
export function useRecover() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (path: string) => api.post<Answer>(`${path}/recover`, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: archiveKey }),
  });
}

/** Deletes one thing for good. */
export function useDeleteForGood() {
  return useSaving(archiveKey, ({ path, body }: { path: string; body: DeleteForGood }) => api.post<Answer>(`${path}/delete`, body));
}

function useArchive<T>(path: string, page: number) {
  return useQuery({
    queryKey: [...archiveKey, path, page],
    queryFn: ({ signal }) => api.get<PagedList<T>>(path, { query: { page, limit: pageSizes.storages }, signal }),
    placeholderData: keepPreviousData,
  });
}
