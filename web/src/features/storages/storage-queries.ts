import { pageSizes, type SchemaChange, type Storage, type StorageChange, type StorageInput, type StorageSchema } from '@bedplate/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListFilters } from '../../components/list-toolbar.tsx';
import type { PagedList } from '../../components/paged-table.tsx';
import { api } from '../../lib/api/client.ts';
import { isoDay } from '../../lib/time/days.ts';
import { useLive, useLiveInvalidation } from '../../lib/live/use-live.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { useSaving } from '../../lib/use-saving.ts';

export interface StorageFilters extends ListFilters {
  /** True lists only storages with soft delete on. */
  softDelete: boolean;
  dateFrom: Date | null;
  dateTo: Date | null;
}

/** A page of ten of the project's storages; the page before stays in view while the next one loads. */
export function useStorages(projectId: string, page: number, filters: StorageFilters) {
  const query = {
    page,
    limit: pageSizes.storages,
    search: filters.search.trim(),
    sortOrder: filters.sortOrder,
    filterDeleted: filters.softDelete || undefined,
    filterDateFrom: filters.dateFrom && isoDay(filters.dateFrom),
    filterDateTo: filters.dateTo && isoDay(filters.dateTo),
  };
  return useQuery({
    queryKey: [...storagesKey(projectId), query],
    queryFn: ({ signal }) => api.get<PagedList<Storage>>(base(projectId), { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0, // going back to earlier filters reloads
  });
}

const newestFirst: StorageFilters = { search: '', sortOrder: 'DESC', softDelete: false, dateFrom: null, dateTo: null };

/** The storages that were created last: one reading for all panels of a project's home. */
export function useNewestStorages(projectId: string) {
  return useStorages(projectId, 1, newestFirst);
}

/** The current settings of a storage. @param enabled false once nobody looks at them, or the storage may be gone */
export function useStorageSettings({ projectId, id }: Storage, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...storagesKey(projectId), 'settings', id],
    queryFn: ({ signal }) => api.get<{ data: Storage }>(`${base(projectId)}/${encodeURIComponent(id)}/settings`, { signal }),
    select: (answer) => answer.data,
    staleTime: 0,
    gcTime: 0, // an earlier opening's values are no start for this one
  });
}

/** The list follows every change, whoever makes it. */
export function useLiveStorages(projectId: string) {
  const { tenantId } = useSignedIn();
  const query = tenantId
    ? {
        path: 'storages',
        where: [
          ['tenantId', tenantId],
          ['projectId', projectId],
          ['archived', false],
        ] as const,
      }
    : null;
  return useLiveInvalidation(query, storagesKey(projectId));
}

/** Calls `onEnd` once anyone archives or deletes the storage: listeners of its records may not notice. */
export function useStorageEnd(storageId: string, onEnd: () => void): void {
  useLive({ path: `storages/${storageId}` }, ({ docs }) => {
    if (docs[0]?.data['archived'] !== false) onEnd();
  });
}

export function useCreateStorage(projectId: string) {
  return useSaving(storagesKey(projectId), ({ storageName, storageKey, is_softDelete, endUserAccess, history }: StorageInput) =>
    api.post<{ data: Storage }>(base(projectId), {
      dataStorageName: storageName,
      dataStorageKey: storageKey,
      isSoftDelete: is_softDelete,
      endUserAccess,
      ...(history ? { history } : {}),
    }),
  );
}

/** Declares the fields of a storage that was created just now. */
export function declareFields(projectId: string, storageId: string, schema: StorageSchema) {
  const change: SchemaChange = { version: 0, schema, state: 'learn' };
  return api.put(`${base(projectId)}/${encodeURIComponent(storageId)}/schema`, change);
}

export function useUpdateStorage(projectId: string, storageId: string) {
  return useSaving(storagesKey(projectId), ({ storageName, storageKey, is_softDelete, ...others }: StorageChange) =>
    api.put(`${base(projectId)}/${encodeURIComponent(storageId)}`, {
      newName: storageName,
      newStorageKey: storageKey,
      isSoftDelete: is_softDelete,
      ...others,
    }),
  );
}

export function useDeleteStorage(projectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (storageId: string) => api.delete(`${base(projectId)}/${encodeURIComponent(storageId)}`),
    onSuccess: () => client.invalidateQueries({ queryKey: storagesKey(projectId) }),
  });
}

function storagesKey(projectId: string) {
  return ['storages', projectId] as const;
}

function base(projectId: string): string {
  return `/project/${encodeURIComponent(projectId)}/dataStorages`;
}
