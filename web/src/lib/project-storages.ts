import type { Storage } from '@bedplate/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from './api/client.ts';

/** The storages of a project. */
export function useProjectStorages(projectId: string, enabled = true) {
  return useQuery({
    queryKey: ['storages', projectId, 'names'],
    queryFn: ({ signal }) => api.get<{ data: Storage[] }>('/dataStorages/users', { signal }),
    select: ({ data }) => data.filter((storage) => storage.projectId === projectId),
    enabled,
  });
}
