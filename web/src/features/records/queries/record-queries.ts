import type { DataRecord, JsonType, OnDelete, Pagination, SchemaPart } from '@bedplate/contract';
import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { peekPrefetched, prefetch, takePrefetched } from '../../../lib/prefetch.ts';
import { currentSession } from '../../../lib/session/session.ts';
import { type StorageRef, storagePathOf } from '../../../lib/storage-path.ts';
import { withChanges } from './changes-on-top.ts';
import { filterQuery, firstView, type View } from './view.ts';
import type { Stored } from './stored.ts';

export interface RecordPage {
  storageName: string;
  storageKey?: string;
  is_softDelete: boolean;
  /** Of a storage whose fields are declared. */
  schema?: SchemaPart;
  /** By the ids of storages whose records refer to these: their reference fields, and what a delete does to them. */
  referredBy?: Readonly<Record<string, Readonly<Record<string, OnDelete>>>>;
  /** Records in the trash, of a storage that deletes for good by now. */
  trashed?: number;
  data: DataRecord[];
  /** `lookedAt` shows that only so many records were looked at, and how many. */
  pagination: Pagination & { totalIsExact?: boolean; lookedAt?: number };
  /** Field names of the whole storage. */
  columns: string[];
  /** The types of the values so far, of fields that had others than texts. */
  kinds?: Readonly<Record<string, readonly JsonType[]>>;
}

export function recordsKey(storage: StorageRef, view?: View) {
  return ['records', storage.storageId, ...(view ? [view] : [])] as const;
}

export function useRecordPage(storage: StorageRef, view: View) {
  const queryKey = recordsKey(storage, view);
  const client = useQueryClient();
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      withChanges(
        client,
        storage,
        ((await takePrefetched(queryKey)) as RecordPage | undefined) ?? // of prefetchFirstPage
          (await readPage(storage, view, signal)),
      ),
    initialData: () => {
      const page = peekPrefetched(queryKey) as RecordPage | undefined; // the same answer; the read that follows takes it
      return page && withChanges(client, storage, page);
    },
    placeholderData: keepPreviousData,
    staleTime: 0, // changes are followed for the page shown only
  });
}

/**
 * Asks for the first page of the data view while its code is loaded.
 * @returns a promise that resolves when the page may be drawn
 */
export async function prefetchFirstPage(storage: StorageRef): Promise<void> {
  if (currentSession()) await prefetch(recordsKey(storage, firstView), () => readPage(storage, firstView));
}

function readPage(storage: StorageRef, view: View, signal?: AbortSignal): Promise<RecordPage> {
  const query = { ...filterQuery(view), page: view.page, limit: view.limit };
  return api.get<RecordPage>(storagePathOf(storage), { query, ...(signal && { signal }) });
}

/** @returns the record as a page on the screen has it, undefined when none does */
export function shownRecord(client: QueryClient, storage: StorageRef, id: string): DataRecord | undefined {
  return client
    .getQueriesData<RecordPage>({ queryKey: recordsKey(storage), type: 'active' })
    .flatMap(([, page]) => page?.data ?? [])
    .find((row) => row.id === id);
}

/**
 * Deletes a record that no trash keeps.
 * @param keepalive the call outlives the page
 */
export function removeRecord(storage: StorageRef, id: string, keepalive: boolean) {
  return api.delete(itemPath(storage, id), { keepalive });
}

/** Brings a soft-deleted record back. */
export function useRestoreRecord(storage: StorageRef) {
  return useRecordMutation(storage, (id: string) => api.post(`${itemPath(storage, id)}/restore`, {}));
}

export type FileFormat = 'csv' | 'ndjson';

/** @returns a file of everything that the view's filters match, in its order */
export function downloadRecords(storage: StorageRef, view: View, format: FileFormat) {
  const query = { ...filterQuery(view), format: format === 'csv' ? undefined : format };
  return api.file(`${storagePathOf(storage)}/download`, { query, timeout: 120_000 });
}

/** @returns the ids that the view's filters match now, in its order, and whether these are all */
export async function idsOfView(storage: StorageRef, view: View) {
  type Answer = { data: { ids: string[]; isComplete: boolean } };
  return (await api.get<Answer>(`${storagePathOf(storage)}/ids`, { query: filterQuery(view), timeout: 60_000 })).data;
}

export type BulkAction = 'delete' | 'restore' | 'purge';

export interface BulkReport {
  done: number;
  failed: { id: string; message: string }[];
  log?: string;
}

/**
 * One of several calls for many records; the answer's `log` is sent with the next call.
 * @param keepalive the call outlives the page
 */
export async function bulkRecords(
  storage: StorageRef,
  call: { action: BulkAction; ids: readonly string[]; log?: string | undefined },
  keepalive = false,
) {
  return (await api.post<{ data: BulkReport }>(`${storagePathOf(storage)}/bulk`, call, { timeout: 60_000, keepalive })).data;
}

interface SaveCell {
  id: string;
  field: string;
  value: unknown;
  /** The time of the record as it was seen. */
  ifUpdatedAt: string;
}

/**
 * Changes one field, if the record is still as it was seen.
 * @returns the changed record, with what its storage warns of
 * @throws {ApiError} `conflict` when the record has changed
 */
export async function saveCell(storage: StorageRef, { id, field, value, ifUpdatedAt }: SaveCell): Promise<Stored> {
  return api.put<Stored>(itemPath(storage, id), { data: { [field]: value }, ifUpdatedAt, typed: [field] });
}

export function useRecordMutation<T>(storage: StorageRef, mutationFn: (input: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => readPagesAgain(client, storage) });
}

/** Reads what is shown again after records have come or gone. Other pages are forgotten, so that Back shows none as it was before. */
export function readPagesAgain(client: QueryClient, storage: StorageRef): Promise<void> {
  const queryKey = recordsKey(storage);
  client.removeQueries({ queryKey, type: 'inactive' });
  return client.invalidateQueries({ queryKey });
}

export function itemPath(storage: StorageRef, id: string): string {
  return `${storagePathOf(storage)}/item/${encodeURIComponent(id)}`;
}
