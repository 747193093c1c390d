import type { DataRecord, Storage } from '@bedplate/contract';
import { useQueries } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';

/** Each costs a call: who has more storages looks in the one they know. */
const searchedStorages = 10;
/** Ours have digits among their letters, as most have that apps choose, such as "order-17". Other words cost no call. */
const idLike = /^(?=.*\d)[\w-]{6,128}$/;

/** @returns the storages that hold a record with the id that was typed */
export function useRecordPlaces(id: string, storages: readonly Storage[]): Storage[] {
  const asked = idLike.test(id) ? storages.slice(0, searchedStorages) : [];
  const answers = useQueries({
    queries: asked.map(({ id: storageId, projectId }) => ({
      queryKey: ['recordPlace', storageId, id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<{ data: DataRecord[] }>(`/project/${encodeURIComponent(projectId)}/dataStorages/${encodeURIComponent(storageId)}`, {
          query: { search: id, limit: 10 },
          signal,
        }),
      retry: false,
    })),
  });
  return asked.filter((_, at) => answers[at]?.data?.data.some((record) => record.id === id));
}
