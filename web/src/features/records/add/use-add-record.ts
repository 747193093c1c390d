import type { Json } from '@bedplate/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { recordsKey, type StorageRef, storagePathOf } from '../queries/record-queries.ts';
import type { Stored } from '../queries/stored.ts';

/** Stores a new record; the pages in sight are read again. */
export function useAddRecord(storage: StorageRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (data: Readonly<Record<string, Json>>) => api.post<Stored>(`${storagePathOf(storage)}/item`, { data }),
    onSuccess: () => client.invalidateQueries({ queryKey: recordsKey(storage) }),
  });
}
