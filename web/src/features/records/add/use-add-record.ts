import type { DataRecord, FieldProblem, Json } from '@bedplate/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { recordsKey, type StorageRef, storagePathOf } from '../queries/record-queries.ts';

interface Added {
  data: DataRecord;
  /** Rules that the stored record breaks, of a storage that warns. */
  warnings?: readonly FieldProblem[];
}

/** Stores a new record; the pages in sight are read again. */
export function useAddRecord(storage: StorageRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (data: Readonly<Record<string, Json>>) => api.post<Added>(`${storagePathOf(storage)}/item`, { data }),
    onSuccess: () => client.invalidateQueries({ queryKey: recordsKey(storage) }),
  });
}
