import { useMutation, useQueryClient } from '@tanstack/react-query';

/** A change by staff, after which every list of theirs is read again. */
export function useOfficeChange<In, Out>(mutationFn: (input: In) => Promise<Out>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: ['superadmin'] }) });
}
