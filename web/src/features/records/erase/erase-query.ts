import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { itemPath, readPagesAgain, type RecordPage, recordsKey } from '../queries/record-queries.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';

/** Erases a record; `isDone` is false while something of it still has to go. */
export function useEraseRecord(storage: StorageRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, withOwn }: { id: string; withOwn: boolean }) =>
      api.post<{ data: { isDone: boolean } }>(`${itemPath(storage, id)}/erase`, withOwn ? { withOwn } : {}),
    onSuccess: () => readPagesAgain(client, storage),
  });
}

/** Whether the open storage is one of app users: its pages tell. */
export function useHoldsUsers(storage: StorageRef): boolean {
  const pages = useQueryClient().getQueriesData<RecordPage>({ queryKey: recordsKey(storage) });
  return pages.some(([, page]) => page?.storageKey === 'users');
}
