import type { DataRecord, Pagination } from '@bedplate/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { filterQuery, type View } from './view.ts';

export interface RecordPage {
  storageName: string;
  is_softDelete: boolean;
  data: DataRecord[];
  pagination: Pagination & { totalIsExact?: boolean };
  /** Field names of the whole storage. */
  columns: string[];
}

/** Which storage a screen shows. */
export interface StorageRef {
  projectId: string;
  storageId: string;
}

export function recordsKey(storage: StorageRef, view?: View) {
  return ['records', storage.storageId, ...(view ? [view] : [])] as const;
}

export function useRecordPage(storage: StorageRef, view: View) {
  return useQuery({
    queryKey: recordsKey(storage, view),
    queryFn: ({ signal }) =>
      api.get<RecordPage>(storagePathOf(storage), { query: { ...filterQuery(view), page: view.page, limit: view.limit }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0, // changes are followed for the page shown only
  });
}

/** Sends the whole row; the server gives texts back the type they had. */
export function useSaveRecord(storage: StorageRef) {
  return useRecordMutation(storage, (row: Record<string, unknown> & { id: string }) => api.put(itemPath(storage, row.id), { data: row }));
}

export function useDeleteRecord(storage: StorageRef) {
  return useRecordMutation(storage, (id: string) => api.delete(itemPath(storage, id)));
}

/** Brings a soft-deleted record back. */
export function useRestoreRecord(storage: StorageRef) {
  return useRecordMutation(storage, (id: string) => api.post(`${itemPath(storage, id)}/restore`, {}));
}

/** @returns the CSV of everything that the view's filters match, in its order */
export function downloadRecords(storage: StorageRef, view: View) {
  return api.file(`${storagePathOf(storage)}/download`, { query: filterQuery(view), timeout: 120_000 });
}

function useRecordMutation<T>(storage: StorageRef, mutationFn: (input: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: recordsKey(storage) }) });
}

function itemPath(storage: StorageRef, id: string): string {
  return `${storagePathOf(storage)}/item/${encodeURIComponent(id)}`;
}

export function storagePathOf({ projectId, storageId }: StorageRef): string {
  return `/project/${encodeURIComponent(projectId)}/dataStorages/${encodeURIComponent(storageId)}`;
}
