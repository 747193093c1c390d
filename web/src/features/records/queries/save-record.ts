import type { DataRecord } from '@bedplate/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { isConflict } from '../../../lib/api/api-error.ts';
import { addOnTop, withChanges } from './changes-on-top.ts';
import { itemPath, type RecordPage, recordsKey, useRecordMutation } from './record-queries.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';
import type { Stored } from './stored.ts';

interface SaveRecord {
  row: Record<string, unknown> & { id: string };
  /** Of the record as it was seen. */
  ifUpdatedAt: string;
  /** Names of the fields whose values are no texts of an input. */
  typed: readonly string[];
}

/**
 * Sends the whole row, if the record is still as it was seen; the server gives the other texts back the
 * type they had. After a conflict the pages shown have been read again, so that `shownRecord` finds the
 * record as it is now.
 */
export function useSaveRecord(storage: StorageRef) {
  const client = useQueryClient();
  const queryKey = recordsKey(storage);
  return useMutation({
    mutationFn: ({ row, ...of }: SaveRecord) => api.put<Stored>(itemPath(storage, row.id), { data: row, ...of }),
    onSuccess: ({ data }) => showStored(client, storage, data),
    onError: (error) => (isConflict(error) ? client.refetchQueries({ queryKey, type: 'active' }) : undefined),
  });
}

/**
 * Shows a record as it was stored, on each page that Back may lead to, and in answers that were read before. What is shown is read
 * again; no form waits for that.
 */
export function showStored(client: QueryClient, storage: StorageRef, record: DataRecord): void {
  const queryKey = recordsKey(storage);
  const { id, updatedAt } = record;
  addOnTop(client, { storageId: storage.storageId, id, updatedAt, put: () => record });
  client.setQueriesData<RecordPage>({ queryKey }, (page) => page && withChanges(client, storage, page));
  void client.invalidateQueries({ queryKey });
}

export function useDeleteRecord(storage: StorageRef) {
  return useRecordMutation(storage, (id: string) => api.delete(itemPath(storage, id)));
}
