import type { HistoryEntry, Json } from '@bedplate/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { itemPath, recordsKey, type StorageRef } from '../queries/record-queries.ts';

export type NamedEntry = HistoryEntry & { authorName: string | null };

interface HistoryPage {
  /** Days that the storage keeps a history; 0 when it keeps none. */
  days: number;
  entries: NamedEntry[];
  next: number | null;
}

const historyKey = ({ storageId }: StorageRef, recordId: string) => ['recordHistory', storageId, recordId] as const;

/** The changes of a record, newest first. */
export function useRecordHistory(storage: StorageRef, recordId: string) {
  return useInfiniteQuery({
    queryKey: historyKey(storage, recordId),
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

/** Sets one field of a record, whatever it is now: the change before stays in the history. */
export function useSetField(storage: StorageRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, field, value }: { id: string; field: string; value: Json }) =>
      api.put(itemPath(storage, id), { data: { [field]: value } }),
    onSuccess: (_, { id }) =>
      Promise.all([recordsKey(storage), historyKey(storage, id)].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
