import type { HistoryEntry, RecordAuthor, RecordJob } from '@bedplate/contract';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { historyKey, useStartUndo } from '../../undo/undo-calls.ts';
import { itemPath } from '../queries/record-queries.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';

interface HistoryPage {
  /** Days that the storage keeps a history; 0 when it keeps none. */
  days: number;
  entries: HistoryEntry[];
  /** As the record itself knows it, whatever its history does. */
  createdBy: RecordAuthor | null;
  next: number | null;
}

/** The changes of a record, newest first. */
export function useRecordHistory(storage: StorageRef, recordId: string) {
  return useInfiniteQuery({
    queryKey: [...historyKey(storage.storageId), recordId],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api.get<{ data: HistoryPage }>(`${itemPath(storage, recordId)}/history`, {
          query: { limit: 20, before: pageParam ?? undefined },
          signal,
        })
      ).data,
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
}

/** Gives one field of a record the value that it had before a moment, with its file; the changes since stay in the history. */
export function useTakeBack({ projectId, storageId }: StorageRef) {
  const start = useStartUndo(projectId);
  return useMutation({
    mutationFn: async ({ record, field, from }: { record: string; field: string; from: string }): Promise<RecordJob | undefined> =>
      (await start.mutateAsync({ storageId, record, field, from }))[0]?.job,
  });
}
