import type { SchemaAnswer } from '@bedplate/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { type StorageRef, storagePathOf } from '../../../lib/storage-path.ts';

/** While instances learn of a stricter schema; milliseconds. */
const armingInterval = 2000;

export function schemaKey({ storageId }: StorageRef) {
  return ['schema', storageId] as const;
}

/**
 * The fields of a storage.
 * @param version the one that is wanted, which never changes; without it the present one, which is read again while it arms
 */
export function useSchema(storage: StorageRef, version?: number | null) {
  const isKnown = typeof version === 'number';
  return useQuery({
    queryKey: [...schemaKey(storage), version ?? 'present'],
    queryFn: ({ signal }) => api.get<{ data: SchemaAnswer }>(`${storagePathOf(storage)}/schema`, { signal }),
    select: (answer) => answer.data,
    enabled: version !== null,
    staleTime: isKnown ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: ({ state }) => !isKnown && state.data?.data.state === 'arming' && armingInterval,
  });
}
