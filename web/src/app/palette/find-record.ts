import { storagePathOf } from '../../lib/storage-path.ts';
import { type DataRecord, type Storage, timings } from '@bedplate/contract';
import { useQueries } from '@tanstack/react-query';
import { api } from '../../lib/api/client.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

/** Each costs a call: who has more storages looks in the one they know. */
const searchedStorages = 10;
/** Ours have digits among their letters, as most have that apps choose, such as "order-17". Other words cost no call. */
const idLike = /^(?=.*\d)[\w-]{6,128}$/;

interface RecordPlaces {
  /** The storages that hold a record with the id. */
  places: Storage[];
  /** Other storages may still answer that they hold it. */
  isSearching: boolean;
}

/** Looks for a record by its id, once nobody types any more. */
export function useRecordPlaces(typed: string, storages: readonly Storage[]): RecordPlaces {
  const id = useDebounced(typed, timings.searchDebounce);
  const asked = idLike.test(id) ? storages.slice(0, searchedStorages) : [];
  const answers = useQueries({
    queries: asked.map(({ id: storageId, projectId }) => ({
      queryKey: ['recordPlace', storageId, id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get<{ data: DataRecord[] }>(storagePathOf({ projectId, storageId }), {
          query: { search: id, limit: 10 },
          signal,
        }),
      retry: false,
    })),
  });
  return {
    places: asked.filter((_, at) => answers[at]?.data?.data.some((record) => record.id === id)),
    isSearching: idLike.test(typed) && storages.length > 0 && (id !== typed || answers.some(({ isPending }) => isPending)),
  };
}
