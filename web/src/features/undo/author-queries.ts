import { storagePathOf } from '../../lib/storage-path.ts';
import type { DataRecord, UndoAuthors } from '@bedplate/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';

const offered = 20;

/** Members and keys whose changes in the project can be taken back. */
export function useUndoAuthors(projectId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['undoAuthors', projectId],
    queryFn: ({ signal }) => api.get<{ data: UndoAuthors }>(`/project/${encodeURIComponent(projectId)}/undo/authors`, { signal }),
    select: ({ data }) => data,
    enabled,
  });
}

/** The app users that a term finds, by their texts or their id; the newest without a term. */
export function useAppUsers(storage: { projectId: string; storageId: string } | undefined, search: string, enabled: boolean) {
  const { projectId = '', storageId = '' } = storage ?? {};
  return useQuery({
    queryKey: ['lookup', storageId, 'author', search],
    queryFn: ({ signal }) =>
      api.get<{ data: DataRecord[] }>(storagePathOf({ projectId, storageId }), {
        query: { search, page: 1, limit: offered },
        signal,
      }),
    select: ({ data }) => data,
    enabled: enabled && storage !== undefined,
    placeholderData: keepPreviousData,
  });
}
