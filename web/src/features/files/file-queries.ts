import { storagePathOf } from '../../lib/storage-path.ts';
import type { FileFolder, FileOrder, FilePage, FileUsage } from '@bedplate/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { useLiveInvalidation } from '../../lib/live/use-live.ts';
import { upload } from '../../lib/api/upload.ts';
import { useRemoveLater } from '../../lib/use-remove-later.ts';
import { type Answer, t } from '../../texts/index.ts';

interface Folders {
  data: FileFolder[];
  usage?: FileUsage;
}

export interface FolderRef {
  projectId: string;
  storageKey: string;
}

export function useFolders(projectId: string) {
  return useQuery({
    queryKey: ['files', projectId, 'folders'],
    queryFn: ({ signal }) => api.get<Folders>(`/fileStorage/${encodeURIComponent(projectId)}/folders`, { signal }),
    staleTime: 0,
  });
}

/** The files of a folder, a page at a time. */
export function useFiles(folder: FolderRef, order: FileOrder) {
  return useInfiniteQuery({
    queryKey: [...filesKey(folder), order],
    queryFn: ({ pageParam, signal }) => api.get<FilePage>(pathOf(folder), { query: { order, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // The same folder's other order stays until this one is there.
    placeholderData: (before, query) =>
      query?.queryKey[1] === folder.projectId && query.queryKey[2] === folder.storageKey ? before : undefined,
    staleTime: 0,
  });
}

/** The folder follows its newest records: an upload changes the record that it belongs to. */
export function useLiveFiles(folder: FolderRef, storageId: string | undefined) {
  const newest = storageId ? { path: `storages/${storageId}/records`, orderBy: [['updatedAt', 'desc']] as const, limit: 1 } : null;
  return useLiveInvalidation(newest, filesKey(folder));
}

export function useUpload(folder: FolderRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, ...sending }: { file: File; onProgress: (part: number) => void; signal: AbortSignal }) => {
      const form = new FormData();
      form.append('file', file, file.name);
      return upload<Answer>(pathOf(folder), form, sending);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['files', folder.projectId] }),
  });
}

/** @returns a function that deletes the record that a file belongs to, ten seconds later */
export function useDeleteFile({ projectId }: FolderRef, storageId: string): (recordId: string) => void {
  const client = useQueryClient();
  const records = `${storagePathOf({ projectId, storageId })}/item`;
  const removeLater = useRemoveLater({ readAgain: () => client.invalidateQueries({ queryKey: ['files', projectId] }) });
  return (recordId) =>
    removeLater({
      ids: [recordId],
      message: t('message.recordDeletedToast'),
      failed: 'message.recordDeleteFailed',
      remove: (keepalive) => api.delete(`${records}/${encodeURIComponent(recordId)}`, { keepalive }),
    });
}

function filesKey({ projectId, storageKey }: FolderRef) {
  return ['files', projectId, storageKey] as const;
}

function pathOf({ projectId, storageKey }: FolderRef): string {
  return `/fileStorage/${encodeURIComponent(projectId)}/${encodeURIComponent(storageKey)}/files`;
}
