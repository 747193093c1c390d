import type { AccessAnswer, AccessChange, AccessTryAs, AccessImpact, AccessVersion, Grants, TriedAs } from '@bedplate/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { type StorageRef, storagePathOf } from '../../lib/storage-path.ts';

function accessKey({ storageId }: StorageRef) {
  return ['access', storageId] as const;
}

const pathOf = (storage: StorageRef) => `${storagePathOf(storage)}/access`;

/** The rules of a storage. They are read again by nobody but a save: what is edited must not change meanwhile. */
export function useAccess(storage: StorageRef) {
  return useQuery({
    queryKey: [...accessKey(storage), 'present'],
    queryFn: ({ signal }) => api.get<{ data: AccessAnswer }>(pathOf(storage), { signal }),
    select: (answer) => answer.data,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** The last versions, the newest first. */
export function useAccessVersions(storage: StorageRef) {
  return useQuery({
    queryKey: [...accessKey(storage), 'versions'],
    queryFn: ({ signal }) => api.get<{ data: AccessVersion[] }>(`${pathOf(storage)}/versions`, { signal }),
    select: (answer) => answer.data,
  });
}

/** One version, as the rules were when they decided about a call. It never changes. */
export function useAccessVersion(storage: StorageRef, version: number) {
  return useQuery({
    queryKey: [...accessKey(storage), version],
    queryFn: ({ signal }) => api.get<{ data: AccessVersion }>(`${pathOf(storage)}/versions/${version}`, { signal }),
    select: (answer) => answer.data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Tries rules that are not saved. */
export function useAccessImpact(storage: StorageRef) {
  return useMutation({
    mutationFn: async (grants: Grants) => (await api.post<{ data: AccessImpact }>(`${pathOf(storage)}/impact`, { grants })).data,
  });
}

/** Shows rules as somebody else meets them. */
export function useTryAs(storage: StorageRef) {
  return useMutation({
    mutationFn: async (trial: AccessTryAs) => (await api.post<{ data: TriedAs }>(`${pathOf(storage)}/try-as`, trial)).data,
  });
}

export function useSaveAccess(storage: StorageRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: AccessChange) => api.put<{ data: AccessAnswer }>(pathOf(storage), change),
    onSuccess(answer) {
      client.setQueryData([...accessKey(storage), 'present'], answer);
      return client.invalidateQueries({ queryKey: [...accessKey(storage), 'versions'] });
    },
    // Somebody else's version is what the next try builds upon.
    onError: () => client.refetchQueries({ queryKey: [...accessKey(storage), 'present'] }),
  });
}
