import type { Storage } from '@bedplate/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';

/** The project's storages, which a reference may name. */
export function useStorageNames(projectId: string, enabled = true) {
  return useQuery({
    queryKey: ['storages', projectId, 'names'],
    queryFn: ({ signal }) => api.get<{ data: Storage[] }>('/dataStorages/users', { signal }),
    select: ({ data }) => data.filter((storage) => storage.projectId === projectId),
    enabled,
  });
}
