import type { SavedView, SavedViewChange, SavedViewInput } from '@bedplate/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { type StorageRef, storagePathOf } from '../../../lib/storage-path.ts';

/** The storage's views by name, as all members of the project have them. */
export function useSavedViews(storage: StorageRef) {
  return useQuery({
    queryKey: keyOf(storage),
    queryFn: ({ signal }) => api.get<{ data: SavedView[] }>(pathOf(storage), { signal }),
    select: ({ data }) => data,
    staleTime: 0, // other members save views too
  });
}

export function useAddSavedView(storage: StorageRef) {
  return useSaving(storage, (input: SavedViewInput) => api.post<{ data: SavedView }>(pathOf(storage), input));
}

export function useChangeSavedView(storage: StorageRef) {
  return useSaving(storage, ({ id, change }: { id: string; change: SavedViewChange }) =>
    api.put<object>(`${pathOf(storage)}/${encodeURIComponent(id)}`, change),
  );
}

export function useDeleteSavedView(storage: StorageRef) {
  return useSaving(storage, ({ id }: SavedView) => api.delete<object>(`${pathOf(storage)}/${encodeURIComponent(id)}`));
}

/** A change that fails may be of a view that somebody else has deleted: the list is read again as well. */
function useSaving<In, Out>(storage: StorageRef, mutationFn: (input: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keyOf(storage) }) });
}

const keyOf = ({ storageId }: StorageRef) => ['saved-views', storageId] as const;
const pathOf = (storage: StorageRef) => `${storagePathOf(storage)}/views`;
